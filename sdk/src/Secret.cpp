#include <venomx/sdk/secret.h>

#include <cstring>
#include <string.h>
#include <utility>

namespace venomx
{
inline namespace v1
{

void wipe(void* bytes, std::size_t size) noexcept
{
    if (size != 0) ::explicit_bzero(bytes, size);
}

Secret::Secret(std::string_view bytes) : _bytes(bytes.empty() ? nullptr : std::make_unique<char[]>(bytes.size())), _size(bytes.size())
{
    if (_size != 0) std::memcpy(_bytes.get(), bytes.data(), _size);
}

Secret::~Secret()
{
    clear();
}

Secret::Secret(Secret&& other) noexcept : _bytes(std::move(other._bytes)), _size(std::exchange(other._size, 0)) {}

Secret& Secret::operator=(Secret&& other) noexcept
{
    if (this == &other) return *this;
    clear();
    _bytes = std::move(other._bytes);
    _size = std::exchange(other._size, 0);
    return *this;
}

Secret Secret::ofSize(std::size_t size)
{
    Secret secret;
    if (size == 0) return secret;
    secret._bytes = std::make_unique<char[]>(size);
    secret._size = size;
    return secret;
}

bool Secret::equals(std::string_view other) const noexcept
{
    if (other.size() != _size) return false;
    unsigned char difference = 0;
    for (std::size_t i = 0; i < _size; ++i)
    {
        difference = static_cast<unsigned char>(difference | (_bytes[i] ^ other[i]));
        // The optimiser must not learn from `difference` that it could stop early.
        asm volatile("" : "+r"(difference));
    }
    return difference == 0;
}

void Secret::clear() noexcept
{
    if (!_bytes) return;
    wipe(_bytes.get(), _size);
    _bytes.reset();
    _size = 0;
}

} // namespace v1
} // namespace venomx
