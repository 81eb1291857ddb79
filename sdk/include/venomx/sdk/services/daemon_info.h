// What the daemon knows about itself since `serve` began. Provided by the kernel; constant but for the stop; any thread, but for
// `onStop`.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

/// The process state that was there before the daemon changed anything; children get it back.
struct OriginalState
{
    struct Limit
    {
        int resource; ///< RLIMIT_NOFILE …, as getrlimit takes it
        rlimit value;
    };
    std::vector<std::string> environment; ///< entries of environ, byte for byte, in order
    mode_t umask{022};
    int nice{0};
    std::vector<Limit> limits; ///< those that the daemon changed for itself
};

class DaemonInfo : public Service
{
public:
    static constexpr ServiceName kService{"daemon", 1};
    ~DaemonInfo() override;
    [[nodiscard]] virtual const OriginalState& original() const = 0;
    [[nodiscard]] virtual const std::string& socketPath() const = 0; ///< absolute
    [[nodiscard]] virtual const std::string& boot() const = 0;       ///< 16 hex digits, new at each start
    [[nodiscard]] virtual const std::string& version() const = 0;
    [[nodiscard]] virtual std::chrono::system_clock::time_point started() const = 0;
    /// True from the moment that a stop has begun: creations answer unavailable.shutdown.
    [[nodiscard]] virtual bool stopping() const = 0;
    /// Control loop only. Once a stop has begun, `told` is called there, once, while requests still finish: what would take longer than a
    /// stop may take is cut short. It may come after the plugin that asked has stopped, so it holds what it needs itself, and throws
    /// nothing. It does not come when the stop has begun already.
    virtual void onStop(std::function<void()> told) = 0;
};

} // namespace v1
} // namespace venomx
