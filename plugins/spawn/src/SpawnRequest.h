// A request's process parameters after their syntax has been checked: the plugin's side of LaunchRequest.
// Made on the control loop; read by one worker; its views end with the call. Reading throws Refusal, the first fault in the
// order argv, program, cwd, env and env_unset; no file system is touched.
#pragma once

#include "EnvironmentRules.h"
#include "LoginShell.h"

#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/services/spawner.h>

namespace venomx::spawn
{

class SpawnRequest : public LaunchRequest
{
public:
    /// `shell` stands in when the call names neither argv nor program, and must outlive the request.
    SpawnRequest(const Call& call, const LoginShell& shell);

    [[nodiscard]] std::string argv0() const override;

    [[nodiscard]] std::size_t argumentCount() const { return _shell ? 1 : _argv.size(); }
    [[nodiscard]] std::string_view argument(std::size_t index) const { return _shell ? _shell->argv0 : _argv[index].asString(); }
    /// What the executable search looks for.
    [[nodiscard]] std::string_view searchName() const;
    [[nodiscard]] std::optional<std::string_view> directory() const { return _directory; }
    [[nodiscard]] const EnvironmentChange& environment() const { return _environment; }

private:
    void readArguments(const Call& call, const LoginShell& shell);
    void readDirectory(const Call& call);

    Arena _arena;
    const LoginShell* _shell{nullptr};
    std::span<const Value> _argv;
    std::optional<std::string_view> _program;
    std::optional<std::string_view> _directory;
    EnvironmentChange _environment;
};

} // namespace venomx::spawn
