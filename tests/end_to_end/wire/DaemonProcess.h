// A real venomxd in a folder of its own, with the lab plugin. Made by the test, which stops it or lets it go (killed; with
// sanitizers stopped, since they look for leaks at the end). A sanitizer's report ends the test program. One thread.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace venomx::tests
{

struct DaemonSetup
{
    std::vector<std::string> words{};       ///< after `serve --socket …`
    std::vector<std::string> environment{}; ///< NAME=value, besides the test's own
    bool waitForSocket{true};               ///< until it listens
    int handOver{-1};                       ///< a listening socket that becomes descriptor 3, as a service manager's
};

class DaemonProcess
{
public:
    explicit DaemonProcess(DaemonSetup setup = {});
    ~DaemonProcess();
    DaemonProcess(const DaemonProcess&) = delete;
    DaemonProcess& operator=(const DaemonProcess&) = delete;

    [[nodiscard]] const std::string& folder() const { return _folder; }
    [[nodiscard]] std::string socket() const { return _folder + "/run/v.sock"; }
    [[nodiscard]] pid_t pid() const { return _pid; }
    [[nodiscard]] std::string ownerToken() const;
    [[nodiscard]] std::string errors() const; ///< its standard error so far

    void signal(int number) const;
    /// Its exit status; fails the test when it does not end, or not by itself.
    int wait();
    int stop();

private:
    void letGo();

    std::string _folder;
    pid_t _pid{-1};
};

[[nodiscard]] std::string readFile(const std::string& path);

} // namespace venomx::tests
