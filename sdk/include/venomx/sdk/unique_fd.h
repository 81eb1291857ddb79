// A file descriptor with an owner. Closed when the owner goes, whatever close() says of it; any thread, one at a time.
#pragma once

#include <utility>

namespace venomx
{
inline namespace v1
{

class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : _fd(fd) {}
    ~UniqueFd() { reset(); }
    UniqueFd(UniqueFd&& other) noexcept : _fd(other.release()) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        if (this != &other) reset(other.release());
        return *this;
    }
    UniqueFd(const UniqueFd&) = delete;
    UniqueFd& operator=(const UniqueFd&) = delete;

    [[nodiscard]] int get() const { return _fd; } ///< -1: none
    explicit operator bool() const { return _fd >= 0; }
    [[nodiscard]] int release() { return std::exchange(_fd, -1); }
    void reset(int fd = -1); ///< closes what it has

private:
    int _fd{-1};
};

} // namespace v1
} // namespace venomx
