// The plugin `spawn` alive in a test: a control loop, workers, an outside with switches, and launches made from a JSON text.
// Made and used by the test's thread.
#pragma once

#include "FakeSystemCalls.h"
#include "SpawnPlugin.h"
#include "Surroundings.h"

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/testing.h>

namespace venomx::tests
{

using namespace venomx::testing;

class SpawnRoom;

/// A launch and what became of it.
class TestLaunch
{
public:
    /// `started`, or the refusal's code and data.
    [[nodiscard]] std::string outcome();
    [[nodiscard]] bool settled(std::chrono::milliseconds within);
    void cancel();
    /// Of a started process: reads its terminal to the end and takes its status: `exit 3` or `signal 9`.
    [[nodiscard]] std::string wait();
    [[nodiscard]] std::string output() const { return _output; }
    [[nodiscard]] pid_t pid();
    void kill(int signal);
    ~TestLaunch();

private:
    friend class SpawnRoom;
    struct Shared;
    std::shared_ptr<Shared> _shared;
    std::string _output;
};

class SpawnRoom
{
public:
    struct Setup
    {
        OriginalState original{.environment = {"PATH=/usr/bin:/bin", "BASE=1", "TERM=dumb"}, .limits = {}};
        std::map<std::string, std::string> settings{};
    };
    SpawnRoom() : SpawnRoom(Setup{}) {}
    explicit SpawnRoom(Setup setup);
    /// With that environment as the daemon's own.
    explicit SpawnRoom(std::vector<std::string> environment)
        : SpawnRoom(Setup{.original = {.environment = std::move(environment), .limits = {}}})
    {
    }
    ~SpawnRoom();

    [[nodiscard]] TestLaunch launch(const std::string& params, TerminalSize size = {});
    /// What reading the request says: `fine`, or the refusal's code and data.
    [[nodiscard]] std::string check(const std::string& params);
    [[nodiscard]] std::string argv0(const std::string& params);
    void stop();

    FakeServices services;
    std::shared_ptr<FakeSystemCalls> outside{std::make_shared<FakeSystemCalls>()};
    FakeHealth health;

    [[nodiscard]] Spawner& spawner() { return *_spawner; }
    [[nodiscard]] Refusal bury(const StartedProcess& process);

private:
    std::optional<spawn::SpawnPlugin> _plugin;
    Spawner* _spawner{nullptr};
    bool _stopped{false};
};

} // namespace venomx::tests
