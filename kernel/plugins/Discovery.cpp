#include "kernel/plugins/Discovery.h"

#include <algorithm>
#include <dirent.h>
#include <map>
#include <memory>

#include "kernel/plugins/FileIdentity.h"
#include "kernel/plugins/Policy.h"

namespace venomx::kernel
{
namespace
{

struct CloseFolder
{
    void operator()(DIR* folder) const { closedir(folder); }
};

std::vector<std::string> pluginFiles(const std::string& folder)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
    if (!open) return names;
    while (const dirent* entry = readdir(open.get()))
    {
        std::string name = entry->d_name;
        if (name.size() > 3 && name.front() != '.' && name.ends_with(".so")) names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The stamp of an opened file; with digests, of the sealed copy of it that the candidate keeps.
std::variant<Stamp, Refused> stampOf(Candidate& candidate, int fd, const std::string& fileName, const Digests* digests)
{
    struct stat status = {};
    fstat(fd, &status);
    candidate.identity = identityOf(status);
    if (digests == nullptr) return readStamp(FileBytes(fd, static_cast<std::uint64_t>(status.st_size)));
    auto sealed = sealedCopy(fd);
    if (auto* refused = std::get_if<Refused>(&sealed)) return std::move(*refused);
    candidate.copy = std::move(std::get<SealedCopy>(sealed));
    candidate.identity = "sha256:" + candidate.copy->digest;
    if (auto refused = digests->judge(fileName, candidate.copy->digest)) return std::move(*refused);
    fstat(candidate.copy->fd.get(), &status);
    return readStamp(FileBytes(candidate.copy->fd.get(), static_cast<std::uint64_t>(status.st_size)));
}

void judge(Candidate& candidate, const std::string& fileName, const Judging& judging, const std::set<std::string>& others)
{
    auto opened = openPlugin(candidate.file, judging.daemon);
    if (auto* refused = std::get_if<Refused>(&opened))
    {
        candidate.refused = std::move(*refused);
        return;
    }
    auto read = stampOf(candidate, std::get<UniqueFd>(opened).get(), fileName, judging.digests);
    if (auto* refused = std::get_if<Refused>(&read))
    {
        candidate.refused = std::move(*refused);
        return;
    }
    candidate.stamp = std::move(std::get<Stamp>(read));
    if (!candidate.stamp->name.empty()) candidate.name = candidate.stamp->name;
    candidate.refused = misfit(*candidate.stamp, fileName, judging.own, others);
}

} // namespace

Candidate judgeCandidate(const std::string& file, const Judging& judging, const std::set<std::string>& others)
{
    const std::size_t slash = file.rfind('/');
    const std::string name = file.substr(slash + 1);
    const std::string folder = resolvedFolder(file.substr(0, std::max<std::size_t>(slash, 1)));
    Candidate candidate{(folder == "/" ? "" : folder) + '/' + name, name.substr(0, name.rfind(".so"))};
    candidate.refused = judgeFolder(folder, judging.daemon);
    if (!candidate.refused) judge(candidate, name, judging, others);
    return candidate;
}

std::vector<Candidate> discover(const std::vector<std::string>& folders, const Judging& judging)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> found;
    std::set<std::string> all;
    for (const std::string& given : folders)
    {
        const std::string folder = resolvedFolder(given);
        found.emplace_back(folder, pluginFiles(folder));
        all.insert(found.back().second.begin(), found.back().second.end());
    }

    std::vector<Candidate> candidates;
    std::map<std::string, std::string> files; // of the names that are taken
    for (const auto& [folder, names] : found)
    {
        if (names.empty()) continue;
        const auto unsafe = judgeFolder(folder, judging.daemon);
        for (const std::string& name : names)
        {
            Candidate candidate{folder + '/' + name, name.substr(0, name.size() - 3)};
            if (unsafe)
                candidate.refused = unsafe;
            else
                judge(candidate, name, judging, all);
            if (!candidate.refused)
            {
                const auto [first, isNew] = files.emplace(candidate.name, candidate.file);
                if (!isNew)
                    candidate.refused =
                        Refused{"duplicate_name", "a plugin named " + candidate.name + " was found before it, in " + first->second};
            }
            candidates.push_back(std::move(candidate));
        }
    }
    return candidates;
}

} // namespace venomx::kernel
