// A folder of a test's own, removed with all that is in it when the test is done with it. Any thread, one at a time.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace venomx
{

class TestFolder
{
public:
    TestFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "venomx-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
        _path = std::filesystem::canonical(name).string();
    }
    ~TestFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(_path, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return _path; }
    [[nodiscard]] std::string path(std::string_view name) const { return _path + '/' + std::string{name}; }
    /// Makes the file, and the folders above it that are missing; gives back its path.
    std::string write(std::string_view name, std::string_view text) const
    {
        std::filesystem::create_directories(std::filesystem::path{path(name)}.parent_path());
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

private:
    std::string _path;
};

} // namespace venomx
