#include "DaemonProcess.h"

#include "Patience.h"

#include <array>
#include <chrono>
#include <cppunit/TestAssert.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace venomx::tests
{
namespace
{

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> all;
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

std::vector<std::string> environment(const DaemonSetup& setup, const std::string& folder)
{
    std::vector<std::string> all{"PATH=/usr/bin:/bin", "HOME=" + folder, "XDG_CONFIG_HOME=" + folder + "/config",
                                 "XDG_STATE_HOME=" + folder + "/state", "XDG_RUNTIME_DIR=" + folder + "/xdg"};
    all.insert(all.end(), setup.environment.begin(), setup.environment.end());
    return all;
}

/// In the child, between fork and exec.
[[noreturn]] void become(const DaemonSetup& setup, const std::string& folder, char** words, std::vector<std::string> variables)
{
    const int errors = ::open((folder + "/errors").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(errors, STDERR_FILENO);
    ::dup2(errors, STDOUT_FILENO);
    if (setup.handOver >= 0)
    {
        ::dup2(setup.handOver, 3);
        variables.push_back("LISTEN_FDS=1");
        variables.push_back("LISTEN_PID=" + std::to_string(::getpid()));
    }
    ::execve(words[0], words, pointers(variables).data());
    std::_Exit(126);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::chrono::seconds kTimeToStop{10};
#else
constexpr std::chrono::seconds kTimeToStop{0};
#endif

bool endsIn(std::chrono::seconds time, pid_t child)
{
    for (const auto deadline = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < deadline;)
    {
        if (::waitpid(child, nullptr, WNOHANG) == child) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return false;
}

/// What a daemon said goes with its folder; a destructor cannot fail the test otherwise.
void requireNoReport(const std::string& said)
{
    for (const char* report : {"ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer", ": runtime error: "})
        if (said.find(report) != std::string::npos)
        {
            std::fprintf(stderr, "a sanitizer's report:\n%s\n", said.c_str());
            std::_Exit(1);
        }
}

} // namespace

std::string readFile(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

DaemonProcess::DaemonProcess(DaemonSetup setup)
{
    std::array<char, 32> name{"/tmp/venomx-e2e-XXXXXX"};
    CPPUNIT_ASSERT(::mkdtemp(name.data()) != nullptr);
    _folder = name.data();
    std::vector<std::string> words{VENOMX_BUILD_DIR "/lib/venomx/venomxd", "serve"};
    if (setup.handOver < 0) words.insert(words.end(), {"--socket", socket()});
    words.insert(words.end(), {"--plugins", VENOMX_LAB});
    words.insert(words.end(), setup.words.begin(), setup.words.end());
    auto argv = pointers(words);
    const auto variables = environment(setup, _folder);
    _pid = ::fork();
    CPPUNIT_ASSERT(_pid >= 0);
    if (_pid == 0) become(setup, _folder, argv.data(), variables);
    if (setup.waitForSocket) waitUntil("the daemon listens", [this] { return errors().find("listening on ") != std::string::npos; });
}

DaemonProcess::~DaemonProcess()
{
    letGo();
    requireNoReport(errors());
    std::error_code ignored;
    std::filesystem::remove_all(_folder, ignored);
}

void DaemonProcess::letGo()
{
    if (_pid <= 0) return;
    if (kTimeToStop.count() > 0) ::kill(_pid, SIGTERM);
    if (endsIn(kTimeToStop, _pid)) return;
    ::kill(_pid, SIGKILL);
    ::waitpid(_pid, nullptr, 0);
}

std::string DaemonProcess::ownerToken() const
{
    std::string text = readFile(socket() + ".owner");
    CPPUNIT_ASSERT(text.ends_with('\n'));
    text.pop_back();
    return text;
}

std::string DaemonProcess::errors() const
{
    return readFile(_folder + "/errors");
}

void DaemonProcess::signal(int number) const
{
    CPPUNIT_ASSERT_EQUAL(0, ::kill(_pid, number));
}

int DaemonProcess::wait()
{
    int status = 0;
    waitUntil("the daemon ends", [&] { return ::waitpid(_pid, &status, WNOHANG) == _pid; });
    _pid = -1;
    CPPUNIT_ASSERT_MESSAGE(errors(), WIFEXITED(status));
    return WEXITSTATUS(status);
}

int DaemonProcess::stop()
{
    signal(SIGTERM);
    return wait();
}

} // namespace venomx::tests
