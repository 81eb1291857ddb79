// A spawner whose processes do what the test says: each is a child that only waits to be ended, with a socket for its
// terminal. What is left of them at the end is killed and reaped. Control loop only, but for the marked members. What the system
// refuses throws std::system_error. Outlives its tickets and what it has posted to the loop.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/spawner.h>

namespace venomx::testing
{

class FakeSpawner : public Spawner
{
public:
    /// Outcomes are told in a later turn of that loop, as the real ones are.
    explicit FakeSpawner(Loop& loop);
    ~FakeSpawner() override;

    [[nodiscard]] std::unique_ptr<LaunchRequest> read(const Call& call) override;
    [[nodiscard]] std::shared_ptr<LaunchTicket> start(std::unique_ptr<LaunchRequest> request, LaunchIdentity identity, TerminalSize size,
                                                      std::function<void(LaunchOutcome)> done) override;
    void reaped(pid_t pid) override;

    // Switches; set on the control loop or before the plugin starts.
    std::optional<Refusal> refuseRead;  ///< `read` throws it
    std::optional<Refusal> refuseStart; ///< starts end with it
    bool hold{false};                   ///< starts wait for `release`, or for their cancel
    /// What every process does as soon as it runs; without it, it waits for `say` and `end`.
    struct Script
    {
        std::string output;
        int code{0};
    };
    std::optional<Script> script;

    /// The starts that wait go on.
    void release();

    // Any thread. `say` and `end` throw std::out_of_range for a process that is not running, `say` std::system_error when it cannot write.
    /// Started and not reaped, oldest first.
    [[nodiscard]] std::vector<pid_t> running() const;
    [[nodiscard]] std::vector<std::string> started() const; ///< argv0 of each process there ever was
    void say(pid_t pid, std::string_view text);             ///< on its terminal
    void end(pid_t pid, int code = 0);                      ///< it closes its terminal and exits

private:
    struct Process;
    struct Waiting;
    class Request;
    class Ticket;
    LaunchOutcome launch(const std::string& argv0);
    void settle(const std::shared_ptr<Waiting>& waiting, std::optional<Refusal> refusal);

    Loop& _loop;
    mutable std::mutex _mutex;
    std::map<pid_t, std::unique_ptr<Process>> _processes;
    std::vector<std::string> _started;
    std::vector<std::shared_ptr<Waiting>> _waiting;
};

} // namespace venomx::testing
