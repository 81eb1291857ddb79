// The kernel's side of a plugin's life for tests: a real control loop and workers, and services, log, settings and health that
// keep what they are told. Made by the test before any thread that starts processes: it blocks SIGCHLD and SIGPIPE in the
// calling thread, and so in all threads that come from it, as the daemon does. Any thread, where nothing else is said.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/log.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/settings.h>
#include <venomx/sdk/testing/fake_workers.h>
#include <venomx/sdk/testing/loop_thread.h>
#include <venomx/sdk/testing/manual_clock.h>

namespace venomx::testing
{

/// Public members are the test's to set before the plugin starts. Threads as of DaemonInfo.
class FakeDaemonInfo : public DaemonInfo
{
public:
    OriginalState state;
    std::string path{"/run/user/0/venomx/venomx.sock"};
    std::atomic<bool> ending{false};

    [[nodiscard]] const OriginalState& original() const override { return state; }
    [[nodiscard]] const std::string& socketPath() const override { return path; }
    [[nodiscard]] const std::string& boot() const override { return _boot; }
    [[nodiscard]] const std::string& version() const override { return _version; }
    [[nodiscard]] std::chrono::system_clock::time_point started() const override { return _started; }
    [[nodiscard]] bool stopping() const override { return ending; }
    void onStop(std::function<void()> told) override { _told.push_back(std::move(told)); }
    /// Begins the stop. Control loop only.
    void stop()
    {
        ending = true;
        for (const auto& tell : std::exchange(_told, {})) tell();
    }

private:
    std::vector<std::function<void()>> _told;
    std::string _boot{"00112233445566ff"};
    std::string _version{"0.0.0"};
    std::chrono::system_clock::time_point _started{std::chrono::system_clock::now()};
};

/// What was written, of every level. Any thread.
class FakeLog : public Log
{
public:
    void write(LogLevel level, std::string_view text) override;
    [[nodiscard]] std::vector<std::string> lines() const; ///< oldest first

private:
    mutable std::mutex _mutex;
    std::vector<std::string> _lines;
};

/// A plugin's settings at their defaults, but for those that a test sets. A key that is not among the specs or is of another kind, and a
/// value that a daemon would refuse, throw std::logic_error at whoever reads it. One thread.
class FakeSettings : public Settings
{
public:
    explicit FakeSettings(std::span<const SettingSpec> specs);
    /// As it would stand in the file.
    void set(std::string_view key, std::string_view value);

    [[nodiscard]] std::string text(std::string_view key) const override;
    [[nodiscard]] std::int64_t integer(std::string_view key) const override;
    [[nodiscard]] bool boolean(std::string_view key) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view key) const override;

private:
    struct Entry
    {
        SettingSpec spec;
        std::string value;
    };
    [[nodiscard]] const Entry& entry(std::string_view key, SettingSpec::Kind kind) const;
    std::map<std::string, Entry, std::less<>> _entries;
};

/// What a plugin registers, without a registry's rules for names. Control loop only.
class FakeHealth : public Health
{
public:
    void check(Check check) override { _checks.push_back(std::move(check)); }
    void counter(const Counter& counter) override { _counters.push_back(&counter); }

    /// Runs the check of that name on the caller's thread; throws std::out_of_range when nobody registered it.
    [[nodiscard]] CheckResult run(std::string_view name) const;
    /// Where it runs in a daemon; likewise.
    [[nodiscard]] CheckOn placeOf(std::string_view name) const;
    /// A counter's value (`label` empty: of a single number); throws std::out_of_range for what is not there.
    [[nodiscard]] std::uint64_t count(std::string_view counter, std::string_view label = {}) const;
    /// All counters as `name{label}=value` for values other than 0, in order.
    [[nodiscard]] std::string moved() const;
    [[nodiscard]] std::vector<std::string> checkNames() const;

private:
    [[nodiscard]] const Check& find(std::string_view name) const;

    std::vector<Check> _checks;
    std::vector<const Counter*> _counters;
};

class FakeServices : public Services
{
public:
    FakeServices();
    ~FakeServices() override;

    /// In place of what has that name. The service stays its owner's, and outlives this or is withdrawn.
    void offer(const Offer& offer);
    /// Of an interface that names itself: `offer<Panes>(fake)`.
    template <class T>
    void offer(T& service)
    {
        offer(Offer{T::kService, &service});
    }
    void withdraw(const ServiceName& name); ///< nothing when it is not there

    // In the order of their destruction's need: workers end before the loop that they post to.
    FakeLog log;
    ManualClock clock;
    FakeDaemonInfo daemon;
    LoopThread loop;
    FakeWorkers workers;

private:
    [[nodiscard]] Service* lookUp(const ServiceName& name) const override;
    mutable std::mutex _mutex;
    std::map<ServiceName, Service*> _services;
};

} // namespace venomx::testing
