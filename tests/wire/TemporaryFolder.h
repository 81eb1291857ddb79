// A folder that goes with its owner. Test's thread.
#pragma once

#include <cppunit/TestAssert.h>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace venomx::tests
{

class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        char name[] = "/tmp/venomx-wire-XXXXXX";
        CPPUNIT_ASSERT(::mkdtemp(name) != nullptr);
        _path = name;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return _path; }
    [[nodiscard]] std::string operator/(const std::string& name) const { return _path + '/' + name; }

private:
    std::string _path;
};

} // namespace venomx::tests
