// A descriptor of a test's own that is ready for reading when told so. One thread.
#pragma once

#include <cppunit/TestAssert.h>
#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::test
{

class Signal
{
public:
    Signal() : _fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    [[nodiscard]] int fd() const { return _fd.get(); }
    void raise() const
    {
        const std::uint64_t one = 1;
        CPPUNIT_ASSERT_EQUAL(static_cast<ssize_t>(sizeof one), ::write(fd(), &one, sizeof one));
    }
    void lower() const
    {
        std::uint64_t count = 0;
        CPPUNIT_ASSERT_EQUAL(static_cast<ssize_t>(sizeof count), ::read(fd(), &count, sizeof count));
    }
    void close() { _fd.reset(); }

private:
    UniqueFd _fd;
};

} // namespace venomx::test
