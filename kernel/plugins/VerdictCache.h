// Which plugin files passed their trial, by identity, kept from one start of the daemon to the next in one private file. Only
// what passed is kept: a refusal may have its cause elsewhere (a missing library, a full machine) and is tried again.
// Whatever is wrong with the file or its folder costs no more than new trials: it is read if it is ours alone and sound, and
// replaced as a whole. Several daemons may share it; the last one's word stands. One owner, one thread.
#pragma once

#include <string>
#include <vector>

namespace venomx::kernel
{

class VerdictCache
{
public:
    /// Empty, and kept nowhere.
    VerdictCache() = default;
    /// `builder`: the identity of the program that tries; another's verdicts do not count.
    VerdictCache(std::string folder, std::string builder);

    /// The verbs of a file that passed, or nullptr.
    [[nodiscard]] const std::vector<std::string>* find(const std::string& file, const std::string& identity) const;
    void add(const std::string& file, const std::string& identity, const std::vector<std::string>& verbs);
    void save() const;

private:
    struct Entry
    {
        std::string builder;
        std::string file;
        std::string identity;
        std::vector<std::string> verbs;
    };
    void load(const std::string& text);

    std::string _folder;
    std::string _builder;
    std::vector<Entry> _entries; // the newest last
};

/// $XDG_CACHE_HOME/venomx/plugins, else $HOME/.cache/venomx/plugins; empty when neither is known.
[[nodiscard]] std::string verdictFolder();

} // namespace venomx::kernel
