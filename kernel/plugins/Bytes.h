// A file's bytes by position, so that reading a plugin's facts touches only what it must, and a test can hand in any bytes.
// Any thread; a file may change while it is read: every read stands alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace venomx::kernel
{

class Bytes
{
public:
    virtual ~Bytes() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// All of `into` from `offset`, or false.
    [[nodiscard]] virtual bool read(std::uint64_t offset, std::span<std::byte> into) const = 0;
};

class MemoryBytes final : public Bytes
{
public:
    explicit MemoryBytes(std::span<const std::byte> bytes) : _bytes(bytes) {}
    [[nodiscard]] std::uint64_t size() const override { return _bytes.size(); }
    [[nodiscard]] bool read(std::uint64_t offset, std::span<std::byte> into) const override;

private:
    std::span<const std::byte> _bytes;
};

class FileBytes final : public Bytes
{
public:
    FileBytes(int fd, std::uint64_t size) : _fd(fd), _size(size) {}
    [[nodiscard]] std::uint64_t size() const override { return _size; }
    [[nodiscard]] bool read(std::uint64_t offset, std::span<std::byte> into) const override;

private:
    int _fd;
    std::uint64_t _size;
};

} // namespace venomx::kernel
