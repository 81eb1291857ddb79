// A folder of a test's own, gone with the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace venomx::kernel::tests
{

class Folder
{
public:
    Folder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "venomx-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
        _path = std::move(name);
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(_path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string path(std::string_view name) const { return _path + '/' + std::string{name}; }
    /// Makes the file; gives back its path.
    std::string write(std::string_view name, std::string_view text) const
    {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    [[nodiscard]] const std::string& path() const { return _path; }

private:
    std::string _path;
};

} // namespace venomx::kernel::tests
