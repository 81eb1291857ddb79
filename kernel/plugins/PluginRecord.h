// What became of one plugin file, for plugin.list, doctor and the log. Values; control loop.
#pragma once

#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/literal.h>

namespace venomx::kernel
{

/// Why a file is not used: a fixed word, and a sentence that names both sides.
struct Refused
{
    Literal reason;
    std::string sentence;
    std::string detail{}; ///< for the log alone: errno's text, an exception's
};

enum class PluginState
{
    started,
    disabled, ///< the operator's wish
    refused,  ///< nothing of its was started
    failed    ///< it could not be configured or started, or something that it needs has failed
};
[[nodiscard]] std::string_view toText(PluginState state);

struct PluginRecord
{
    std::string name;      ///< of the stamp, else of the file
    std::string version{}; ///< empty without a stamp
    std::string summary{};
    std::string file{};
    PluginState state{PluginState::refused};
    Literal reason{};       ///< empty when started
    std::string sentence{}; ///< likewise
    std::vector<std::string> provides{};
    std::vector<std::string> needs{};
    std::vector<std::string> families{}; ///< first words of its verbs, as its stamp says
    std::vector<std::string> verbs{};
    std::string digest{}; ///< SHA-256 of its file, where plugins.digests says which may be loaded
    bool resident{false}; ///< stays as it is until the daemon starts again
};

} // namespace venomx::kernel
