#include "kernel/Shutdown.h"

#include "kernel/loop/ControlLoop.h"
#include "kernel/wire/Listener.h"

namespace venomx::kernel
{

Shutdown::Shutdown(ControlLoop& loop, Listener& listener, Steps steps) : _loop(loop), _listener(listener), _steps(std::move(steps)) {}

void Shutdown::begin()
{
    if (std::exchange(_begun, true))
    {
        _hurried = true;
        return;
    }
    _deadline = std::chrono::steady_clock::now() + kRequests;
    _steps.announce();
    _listener.stopAccepting();
    // Posted, so that an answer which is on its way to the client that asked for this goes out first.
    _loop.post([this] { waitForRequests(); });
}

void Shutdown::waitForRequests()
{
    if (_listener.requests() == 0 || _hurried || std::chrono::steady_clock::now() >= _deadline) return stopPlugins();
    _loop.after(kLook, [this] { waitForRequests(); });
}

void Shutdown::stopPlugins()
{
    _steps.stopPlugins();
    // What the plugins posted while they stopped, answers among it, comes before the goodbye; and what clients sent meanwhile, when
    // nobody read, is still read and told that the daemon stops.
    _loop.after(kLook, [this] { sayGoodbye(); });
}

void Shutdown::sayGoodbye()
{
    _listener.onEmpty([this] { _loop.stop(); });
    if (_listener.connections() == 0) return _loop.stop();
    _listener.finish();
}

} // namespace venomx::kernel
