#include "kernel/wire/LineBuffer.h"

namespace venomx::kernel
{

std::optional<std::string_view> LineBuffer::first()
{
    const std::string_view bytes = _bytes.data();
    const std::size_t end = bytes.find('\n', _searched);
    if (end != std::string_view::npos) return bytes.substr(0, end + 1);
    _searched = bytes.size();
    return {};
}

std::optional<std::string_view> LineBuffer::lineAt(std::uint64_t offset) const
{
    const std::string_view bytes = _bytes.data().substr(static_cast<std::size_t>(offset - _dropped));
    const std::size_t end = bytes.find('\n');
    return end == std::string_view::npos ? std::nullopt : std::optional{bytes.substr(0, end + 1)};
}

void LineBuffer::drop(std::size_t count)
{
    _bytes.consume(count);
    _dropped += count;
    _searched = 0;
}

} // namespace venomx::kernel
