// A folder that nobody else uses, removed with all that is in it. A value with one owner; any thread.
#pragma once

#include <string>

namespace venomx::kernel
{

class TemporaryFolder
{
public:
    /// Throws std::system_error.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return _path; }

private:
    std::string _path;
};

} // namespace venomx::kernel
