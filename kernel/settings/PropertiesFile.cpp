#include "kernel/settings/PropertiesFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/settings/SettingsError.h"

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kLargest = 1U << 20;
constexpr std::string_view kBlanks = " \t\r\f";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// An odd number of backslashes ends the line: the last one joins.
bool joinsNext(std::string_view line)
{
    std::size_t count = 0;
    while (count < line.size() && line[line.size() - 1 - count] == '\\') ++count;
    return count % 2 == 1;
}

std::string unescaped(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] != '\\' || i + 1 == text.size())
        {
            plain.push_back(text[i]);
            continue;
        }
        const char next = text[++i];
        plain.push_back(next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : next);
    }
    return plain;
}

/// Hands out the lines of a text, counting them.
class Lines
{
public:
    explicit Lines(std::string_view text) : _rest(text) {}

    [[nodiscard]] bool more() const { return !_rest.empty(); }
    [[nodiscard]] std::size_t number() const { return _number; }

    std::string_view next()
    {
        ++_number;
        const std::size_t end = _rest.find('\n');
        std::string_view line = _rest.substr(0, end);
        _rest.remove_prefix(end == std::string_view::npos ? _rest.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

private:
    std::string_view _rest;
    std::size_t _number{0};
};

PropertyLine parseEntry(const std::string& text, const std::string& place)
{
    const std::size_t separator = text.find_first_of("=:");
    if (separator == std::string::npos) throw SettingsError(place + "expected key = value");
    const std::string_view all{text};
    const std::string_view key = trimmed(all.substr(0, separator));
    if (key.empty()) throw SettingsError(place + "a value without a key");
    return {std::string{key}, unescaped(trimmed(all.substr(separator + 1))), 0};
}

std::string systemError(const std::string& path)
{
    return path + ": " + std::generic_category().message(errno);
}

} // namespace

std::vector<PropertyLine> parseProperties(std::string_view text, const std::string& name)
{
    std::vector<PropertyLine> entries;
    std::map<std::string, std::size_t> seen;
    Lines lines(text);
    while (lines.more())
    {
        std::string entry{trimmed(lines.next())};
        const std::size_t first = lines.number();
        if (entry.empty() || entry.front() == '#' || entry.front() == '!') continue;
        while (joinsNext(entry))
        {
            entry.pop_back();
            if (lines.more()) entry += trimmed(lines.next());
        }
        const std::string place = name + ':' + std::to_string(first) + ": ";
        if (entry.find('\0') != std::string::npos) throw SettingsError(place + "a NUL byte");
        PropertyLine parsed = parseEntry(entry, place);
        parsed.line = first;
        const auto [before, isNew] = seen.emplace(parsed.key, first);
        if (!isNew) throw SettingsError(place + parsed.key + ": already set in line " + std::to_string(before->second));
        entries.push_back(std::move(parsed));
    }
    return entries;
}

std::optional<std::vector<PropertyLine>> readProperties(const std::string& path)
{
    const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file)
    {
        if (errno == ENOENT || errno == ENOTDIR) return {};
        throw SettingsError(systemError(path));
    }
    struct stat status = {};
    if (fstat(file.get(), &status) != 0) throw SettingsError(systemError(path));
    if (!S_ISREG(status.st_mode)) throw SettingsError(path + ": not a regular file");
    std::string text(kLargest + 1, '\0');
    std::size_t size = 0;
    while (size < text.size())
    {
        const ssize_t got = read(file.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw SettingsError(systemError(path));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    if (size > kLargest) throw SettingsError(path + ": over 1 MiB");
    text.resize(size);
    return parseProperties(text, path);
}

} // namespace venomx::kernel
