#include "kernel/audit/AuditArchive.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/services/clock.h>

#include "kernel/audit/AuditFile.h"

namespace venomx::kernel::audit_archive
{
namespace
{

using Time = std::chrono::system_clock::time_point;

constexpr std::chrono::seconds kAhead{1};

/// `audit.jsonl.20261130T140511042Z`: such names sort by time.
std::string nameAt(Time time)
{
    std::string name = std::string{AuditFile::kName} + '.';
    for (const char letter : rfc3339(time))
        if (letter != '-' && letter != ':' && letter != '.') name += letter;
    return name;
}

bool isOne(std::string_view name)
{
    static const std::string model = nameAt({});
    return std::ranges::equal(name, model,
                              [](char letter, char expected) {
                                  return std::isdigit(expected) != 0 ? std::isdigit(static_cast<unsigned char>(letter)) != 0
                                                                     : letter == expected;
                              });
}

std::vector<std::string> archives(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (std::string name = entry->path().filename().string(); isOne(name)) names.push_back(std::move(name));
    std::ranges::sort(names);
    return names;
}

/// Names sort by age, however fast files fill. When the clock was set back, a free name has to do.
std::string nextName(const std::vector<std::string>& names, Time now)
{
    const std::string newest = names.empty() ? std::string{} : names.back();
    Time time = now;
    while (nameAt(time) <= newest && time - now < kAhead) time += std::chrono::milliseconds{1};
    while (std::ranges::binary_search(names, nameAt(time))) time += std::chrono::milliseconds{1};
    return nameAt(time);
}

} // namespace

bool putAside(const std::string& folder)
{
    const std::vector<std::string> names = archives(folder);
    const std::string to = folder + '/' + nextName(names, std::chrono::system_clock::now());
    return ::rename((folder + '/' + AuditFile::kName).c_str(), to.c_str()) == 0;
}

void purge(const std::string& folder, std::size_t files, std::chrono::days age)
{
    const std::vector<std::string> names = archives(folder);
    const std::string oldest = age.count() > 0 ? nameAt(std::chrono::system_clock::now() - age) : std::string{};
    const std::size_t surplus = names.size() - std::min(names.size(), files);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (i < surplus || names[i] < oldest) ::unlink((folder + '/' + names[i]).c_str());
}

} // namespace venomx::kernel::audit_archive
