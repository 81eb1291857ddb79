#include "kernel/plugins/Discovery.h"

#include <algorithm>
#include <dirent.h>
#include <map>
#include <memory>

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

void judge(Candidate& candidate, const std::string& fileName, uid_t daemon, const OwnBuild& own, const std::set<std::string>& others)
{
    auto opened = openPlugin(candidate.file, daemon);
    if (auto* refused = std::get_if<Refused>(&opened))
    {
        candidate.refused = std::move(*refused);
        return;
    }
    const UniqueFd& fd = std::get<UniqueFd>(opened);
    struct stat status = {};
    fstat(fd.get(), &status);
    auto read = readStamp(FileBytes(fd.get(), static_cast<std::uint64_t>(status.st_size)));
    if (auto* refused = std::get_if<Refused>(&read))
    {
        candidate.refused = std::move(*refused);
        return;
    }
    candidate.stamp = std::move(std::get<Stamp>(read));
    if (!candidate.stamp->name.empty()) candidate.name = candidate.stamp->name;
    candidate.refused = misfit(*candidate.stamp, fileName, own, others);
}

} // namespace

std::vector<Candidate> discover(const std::vector<std::string>& folders, uid_t daemon, const OwnBuild& own)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> found;
    std::set<std::string> all;
    for (const std::string& folder : folders)
    {
        found.emplace_back(folder, pluginFiles(folder));
        all.insert(found.back().second.begin(), found.back().second.end());
    }

    std::vector<Candidate> candidates;
    std::map<std::string, std::string> files; // of the names that are taken
    for (const auto& [folder, names] : found)
    {
        if (names.empty()) continue;
        const auto unsafe = judgeFolder(folder, daemon);
        for (const std::string& name : names)
        {
            Candidate candidate{folder + '/' + name, name.substr(0, name.size() - 3)};
            if (unsafe)
                candidate.refused = unsafe;
            else
                judge(candidate, name, daemon, own, all);
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
