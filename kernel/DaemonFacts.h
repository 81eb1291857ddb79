// The service DaemonInfo. Owned by the daemon. Any thread may read; `onStop` and `stop`, which is called once, are the control loop's.
#pragma once

#include <atomic>
#include <functional>
#include <vector>
#include <venomx/sdk/services/daemon_info.h>

namespace venomx::kernel
{

class DaemonFacts final : public DaemonInfo
{
public:
    /// Throws std::runtime_error when the system gives no random bytes for the boot id.
    DaemonFacts(OriginalState original, std::string socketPath, std::chrono::system_clock::time_point started);
    ~DaemonFacts() override;

    [[nodiscard]] const OriginalState& original() const override { return _original; }
    [[nodiscard]] const std::string& socketPath() const override { return _socketPath; }
    [[nodiscard]] const std::string& boot() const override { return _boot; }
    [[nodiscard]] const std::string& version() const override { return _version; }
    [[nodiscard]] std::chrono::system_clock::time_point started() const override { return _started; }
    [[nodiscard]] bool stopping() const override { return _stopping.load(std::memory_order_relaxed); }
    void onStop(std::function<void()> told) override;
    void stop();

private:
    OriginalState _original;
    std::string _socketPath;
    std::string _boot;
    std::string _version{VENOMX_VERSION};
    std::chrono::system_clock::time_point _started;
    std::atomic<bool> _stopping{false};
    std::vector<std::function<void()>> _told;
};

} // namespace venomx::kernel
