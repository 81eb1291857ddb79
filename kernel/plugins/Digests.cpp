#include "kernel/plugins/Digests.h"

#include <algorithm>

#include "kernel/plugins/Bytes.h"
#include "kernel/plugins/Policy.h"
#include "kernel/settings/SettingsStore.h"

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kDigits = 64;
constexpr std::uint64_t kLargest = 1U << 20;

bool isDigest(std::string_view text)
{
    return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string contentOf(const std::string& path, uid_t daemon)
{
    auto opened = openPlugin(path, daemon);
    if (const auto* refused = std::get_if<Refused>(&opened)) throw SettingsError("plugins.digests: " + path + ": " + refused->sentence);
    const UniqueFd& fd = std::get<UniqueFd>(opened);
    struct stat status = {};
    const bool known = fstat(fd.get(), &status) == 0;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (!known || size > kLargest) throw SettingsError("plugins.digests: " + path + ": it is no list of digests");
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!FileBytes(fd.get(), size).read(0, std::as_writable_bytes(std::span{text})))
        throw SettingsError("plugins.digests: " + path + ": it cannot be read");
    return text;
}

} // namespace

std::optional<Digests> Digests::configured(const SettingsStore& settings, uid_t daemon)
{
    const std::string list = settings.text("plugins.digests");
    if (list.empty()) return {};
    try
    {
        return read(list, daemon);
    }
    catch (const SettingsError& wrong)
    {
        throw SettingsError(settings.source("plugins.digests") + ": " + wrong.what());
    }
}

Digests Digests::read(const std::string& path, uid_t daemon)
{
    Digests digests;
    const std::string text = contentOf(path, daemon);
    std::string_view rest{text};
    for (int number = 1; !rest.empty(); ++number)
    {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        digests.take(line, path + ':' + std::to_string(number));
    }
    return digests;
}

/// `DIGEST  NAME`, or `DIGEST *NAME`; a leading backslash says that the name is escaped, as no plugin's is.
void Digests::take(std::string_view line, const std::string& place)
{
    if (line.empty() || line.front() == '#') return;
    const std::string_view digest = line.substr(0, kDigits);
    const std::string_view rest = line.substr(digest.size());
    if (!isDigest(digest) || rest.size() < 3 || rest[0] != ' ' || (rest[1] != ' ' && rest[1] != '*'))
        throw SettingsError("plugins.digests: " + place + ": a line is a SHA-256 digest and a file's name, as sha256sum writes it");
    const std::string_view name = rest.substr(2);
    _digests.emplace(digest);
    _byName.emplace(name.substr(name.rfind('/') + 1), digest);
}

std::optional<Refused> Digests::judge(const std::string& fileName, const std::string& digest) const
{
    if (_digests.contains(digest)) return {};
    const auto listed = _byName.find(fileName);
    const std::string theirs = listed == _byName.end() ? "does not list it" : "lists " + listed->second + " for it";
    return Refused{"digest", "the file's SHA-256 is " + digest + ", and plugins.digests " + theirs};
}

} // namespace venomx::kernel
