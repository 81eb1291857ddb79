#include "kernel/plugins/Stamp.h"

#include <algorithm>
#include <cstring>
#include <venomx/sdk/stamp.h>

namespace venomx::kernel
{
namespace
{

/// The text of a fixed field, or nothing when it has no end or holds what no stamp does.
template <std::size_t N>
std::optional<std::string> field(const char (&bytes)[N])
{
    const auto* end = static_cast<const char*>(std::memchr(bytes, '\0', N));
    if (end == nullptr) return {};
    std::string text(bytes, end);
    const auto printable = [](unsigned char c) { return c >= 0x20 && c != 0x7F; };
    if (!std::all_of(text.begin(), text.end(), printable)) return {};
    return text;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool pluginName(std::string_view name)
{
    const auto allowed = [](char c) { return isLower(c) || isDigit(c) || c == '-'; };
    return !name.empty() && isLower(name.front()) && std::all_of(name.begin(), name.end(), allowed);
}

/// spawner/1
bool serviceName(std::string_view name)
{
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || !pluginName(name.substr(0, slash))) return false;
    const std::string_view major = name.substr(slash + 1);
    return !major.empty() && major.size() <= 4 && major.front() != '0' && std::all_of(major.begin(), major.end(), isDigit);
}

/// A verb's first word.
bool familyName(std::string_view name)
{
    const auto allowed = [](char c) { return isLower(c) || isDigit(c) || c == '_'; };
    return !name.empty() && isLower(name.front()) && std::all_of(name.begin(), name.end(), allowed);
}

std::optional<std::vector<std::string>> words(std::string_view text, bool (*fits)(std::string_view))
{
    std::vector<std::string> names;
    while (!text.empty())
    {
        const std::size_t blank = text.find(' ');
        const std::string_view name = text.substr(0, blank);
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
        if (name.empty()) continue;
        if (!fits(name)) return {};
        names.emplace_back(name);
    }
    return names;
}

Refused badStamp(const std::string& what)
{
    return {"bad_stamp", "the stamp's " + what + " is malformed"};
}

std::variant<Stamp, Refused> decode(const venomx_stamp& raw, std::vector<std::string> libraries)
{
    // Another ABI's stamp may be laid out in another way: nothing but its number is read.
    Stamp stamp;
    stamp.abi = raw.abi;
    if (raw.abi != VENOMX_ABI) return stamp;
    const auto toolchain = field(raw.toolchain);
    const auto name = field(raw.name);
    const auto version = field(raw.version);
    const auto summary = field(raw.summary);
    const auto provides = field(raw.provides);
    const auto needs = field(raw.needs);
    const auto families = field(raw.families);
    if (!toolchain) return badStamp("toolchain");
    if (!name || !pluginName(*name) || *name == "kernel") return badStamp("name");
    if (!version || version->empty()) return badStamp("version");
    if (!summary || summary->empty()) return badStamp("summary");
    const auto provided = provides ? words(*provides, serviceName) : std::nullopt;
    const auto needed = needs ? words(*needs, serviceName) : std::nullopt;
    if (!provided) return badStamp("provides");
    if (!needed) return badStamp("needs");
    const auto family = families ? words(*families, familyName) : std::nullopt;
    if (!family || family->empty()) return badStamp("families");
    const bool resident = (raw.flags & VENOMX_RESIDENT) != 0;
    return Stamp{raw.abi, *toolchain, *name, *version, *summary, *provided, *needed, *family, resident, std::move(libraries)};
}

} // namespace

std::variant<Stamp, Refused> readStamp(const Bytes& file)
{
    auto read = readElf(file);
    if (const auto* refused = std::get_if<Refused>(&read)) return *refused;
    auto& facts = std::get<ElfFacts>(read);
    if (facts.note.empty()) return Refused{"no_stamp", "the file has no venomx stamp; plugins are built with venomx_add_plugin()"};
    venomx_stamp raw{};
    if (facts.note.size() < sizeof raw.abi) return badStamp("size");
    std::memcpy(&raw.abi, facts.note.data(), sizeof raw.abi);
    if (raw.abi == VENOMX_ABI && facts.note.size() != sizeof raw) return badStamp("size");
    std::memcpy(&raw, facts.note.data(), std::min(facts.note.size(), sizeof raw));
    return decode(raw, std::move(facts.needed));
}

std::optional<Refused> misfit(const Stamp& stamp, const std::string& fileName, const OwnBuild& own, const std::set<std::string>& others)
{
    if (stamp.abi != own.abi)
        return Refused{"abi",
                       "the plugin is built for SDK ABI " + std::to_string(stamp.abi) + ", this daemon has " + std::to_string(own.abi)};
    if (stamp.toolchain != own.toolchain)
        return Refused{"toolchain", "the plugin is built with " + stamp.toolchain + ", this daemon with " + own.toolchain};
    if (fileName != stamp.name + ".so")
        return Refused{"name", "the file is named " + fileName + ", but the plugin in it is named " + stamp.name};
    for (const std::string& library : stamp.libraries)
    {
        const std::string base = library.substr(library.rfind('/') + 1);
        if (base.starts_with("libPoco") && !base.ends_with(own.poco))
            return Refused{"foreign_poco", "the plugin is linked to " + base + ", this daemon to Poco libraries named *" + own.poco};
        if (others.contains(base))
            return Refused{"links_plugin", "the plugin is linked to another plugin, " + base + "; plugins meet through services"};
    }
    return {};
}

} // namespace venomx::kernel
