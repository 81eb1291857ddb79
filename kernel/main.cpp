// venomxd: the daemon's program. `venomx serve` becomes it, and `venomx plugin check`; it tries plugins as `venomxd plugin-trial`.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "kernel/Daemon.h"
#include "kernel/PluginCheck.h"
#include "kernel/PluginFolder.h"
#include "kernel/ProcessState.h"
#include "kernel/health/DaemonLog.h"
#include "kernel/loop/Signals.h"
#include "kernel/plugins/Trials.h"
#include "kernel/settings/SettingsError.h"
#include "kernel/wire/ListeningSocket.h"
#include "kernel/wire/SocketPath.h"

using namespace venomx;
using namespace venomx::kernel;

namespace
{

int serve(const ServeOptions& options)
{
    OriginalState original = captureOriginal();
    blockSignals();
    UniqueFd inherited = inheritedSocket();
    makeDaemonProcess(original, static_cast<bool>(inherited));
    Daemon daemon{options, std::move(original), std::move(inherited)};
    if (!daemon.run()) std::_Exit(exit_status::kClean);
    return exit_status::kClean;
}

int check(std::span<const char* const> words)
{
    const CheckOptions options = CheckOptions::parse(words);
    if (options.help) return std::fputs(kCheckUsage, stdout) < 0 ? exit_status::kInternal : exit_status::kClean;
    return checkPlugin(options, pluginFolder());
}

/// For help without a daemon. Nothing is destroyed: plugins were loaded and never started.
int describe(const ServeOptions& options)
{
    const std::string text = Daemon::describe(options);
    const bool written = std::puts(text.c_str()) >= 0 && std::fflush(stdout) == 0;
    std::_Exit(written ? exit_status::kClean : exit_status::kInternal);
}

int run(std::span<const char* const> words)
{
    const std::string_view first{words.empty() ? "" : words.front()};
    if (first == "plugin-check") return check(words.subspan(1));
    if (first == "plugin-trial")
    {
        const std::vector<std::string> files(words.begin() + 1, words.end());
        runTrials(files, STDOUT_FILENO);
        return exit_status::kClean;
    }
    const ServeOptions options = ServeOptions::parse(words);
    if (options.help) return std::fputs(kServeUsage, stdout) < 0 ? exit_status::kInternal : exit_status::kClean;
    if (options.version) return std::puts("venomx " VENOMX_VERSION) < 0 ? exit_status::kInternal : exit_status::kClean;
    if (options.describe) return describe(options);
    return serve(options);
}

int complain(int status, const char* line)
{
    DaemonLog{STDERR_FILENO}.announce(line, LogLevel::error);
    return status;
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        return run({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
    }
    catch (const StartError& error)
    {
        return complain(error.status(), error.what());
    }
    catch (const SettingsError& error)
    {
        return complain(exit_status::kUsage, error.what());
    }
    catch (const std::system_error& error)
    {
        return complain(exit_status::kMissing, (std::string{"the system refuses what a daemon needs: "} + error.what()).c_str());
    }
    catch (const std::bad_alloc&)
    {
        return complain(exit_status::kMissing, "the system has no memory for a daemon");
    }
    catch (const std::exception& error)
    {
        return complain(exit_status::kInternal, error.what());
    }
}
