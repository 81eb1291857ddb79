#include "bench/support/Peers.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace venomx::bench
{

namespace
{

[[noreturn]] void fail(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

std::string privateFolder()
{
    std::string pattern = std::filesystem::temp_directory_path() / "venomx-bench-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) fail("mkdtemp");
    return pattern;
}

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) throw std::runtime_error("socket path too long");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

/// Starts `words` with the given standard input and output (-1: /dev/null).
std::unique_ptr<Process> start(std::vector<std::string> words, int in, int out)
{
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid < 0) fail("fork");
    if (pid == 0)
    {
        const int null = ::open("/dev/null", O_RDWR);
        ::dup2(in < 0 ? null : in, 0);
        ::dup2(out < 0 ? null : out, 1);
        ::dup2(null, 2);
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }
    return std::make_unique<Process>(pid);
}

bool listens(const std::string& path)
{
    const UniqueFd probe{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const sockaddr_un address = addressOf(path);
    return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

/// Sends back what each client sends, for as long as this process lives.
[[noreturn]] void echo(int listener)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    const auto watch = [&](int fd)
    {
        epoll_event event{.events = EPOLLIN, .data = {.fd = fd}};
        ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    };
    watch(listener);
    std::vector<char> block(65536);
    for (;;)
    {
        epoll_event event{};
        if (::epoll_wait(epoll, &event, 1, -1) < 1) continue;
        if (event.data.fd == listener)
        {
            watch(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
            continue;
        }
        const ssize_t got = ::read(event.data.fd, block.data(), block.size());
        if (got <= 0) ::close(event.data.fd);
        for (ssize_t sent = 0; sent < got;)
        {
            const ssize_t part = ::write(event.data.fd, block.data() + sent, static_cast<std::size_t>(got - sent));
            if (part < 0) break;
            sent += part;
        }
    }
}

} // namespace

void await(const std::function<bool()>& condition, const char* what)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition())
    {
        if (std::chrono::steady_clock::now() > end) throw std::runtime_error(std::string{"never happened: "} + what);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

Process::~Process()
{
    ::kill(_pid, SIGTERM);
    ::waitpid(_pid, nullptr, 0);
}

Lines::Lines(UniqueFd both) : _in(std::move(both)), _out(::fcntl(_in.get(), F_DUPFD_CLOEXEC, 3)) {}

void Lines::send(std::string_view bytes)
{
    while (!bytes.empty())
    {
        const ssize_t sent = ::write(_out.get(), bytes.data(), bytes.size());
        if (sent < 0 && errno != EINTR) fail("write");
        if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string_view Lines::receive()
{
    for (;;)
    {
        const std::size_t end = _buffer.find('\n', _start);
        if (end != std::string::npos)
        {
            const std::string_view line = std::string_view{_buffer}.substr(_start, end - _start);
            _start = end + 1;
            return line;
        }
        _buffer.erase(0, _start);
        _start = 0;
        std::array<char, 65536> block;
        const ssize_t got = ::read(_in.get(), block.data(), block.size());
        if (got == 0) throw std::runtime_error("the peer has gone");
        if (got < 0 && errno != EINTR) fail("read");
        if (got > 0) _buffer.append(block.data(), static_cast<std::size_t>(got));
    }
}

void runToEnd(const std::vector<std::string>& words)
{
    const auto process = start(words, -1, -1);
    siginfo_t about{};
    if (::waitid(P_PID, static_cast<id_t>(process->pid()), &about, WEXITED | WNOWAIT) != 0) fail("waitid");
    if (about.si_code != CLD_EXITED || about.si_status != 0) throw std::runtime_error(words.front() + " failed");
}

UniqueFd connectTo(const std::string& path)
{
    UniqueFd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const sockaddr_un address = addressOf(path);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) fail("connect");
    return socket;
}

std::size_t residentMemory(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

VenomxDaemon::VenomxDaemon(const std::vector<std::string>& settings) : _folder(privateFolder()), _socket(_folder + "/venomx.sock")
{
    // Its audit belongs to the benchmark, not to whoever runs it.
    std::vector<std::string> words{"env", "XDG_STATE_HOME=" + _folder, program(), "serve", "--socket", _socket};
    for (const std::string& setting : settings)
    {
        words.emplace_back("-D");
        words.push_back(setting);
    }
    _process = start(std::move(words), -1, -1);
    await([&] { return listens(_socket); }, "the daemon listens");
}

std::string VenomxDaemon::program()
{
    return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin" / "venomx";
}

VenomxDaemon::~VenomxDaemon()
{
    _process.reset();
    std::filesystem::remove_all(_folder);
}

Lines VenomxDaemon::connect() const
{
    std::ifstream file(_socket + ".owner");
    std::string token;
    std::getline(file, token);
    Lines lines{connectTo(_socket)};
    lines.send(R"({"id":0,"verb":"hello","params":{"protocol":1,"token":")" + token + "\"}}\n");
    if (lines.receive().find("\"ok\"") == std::string_view::npos) throw std::runtime_error("hello was refused");
    return lines;
}

TmuxServer::TmuxServer() : _folder(privateFolder()), _socket(_folder + "/tmux.sock")
{
    std::array<int, 2> toTmux{};
    std::array<int, 2> fromTmux{};
    if (::pipe2(toTmux.data(), O_CLOEXEC) != 0 || ::pipe2(fromTmux.data(), O_CLOEXEC) != 0) fail("pipe");
    const UniqueFd in{toTmux[0]};
    const UniqueFd out{fromTmux[1]};
    _client =
        start({"tmux", "-f", "/dev/null", "-S", _socket, "-C", "new-session", "-x", "80", "-y", "24", "sleep 100000"}, in.get(), out.get());
    _lines = std::make_unique<Lines>(UniqueFd{fromTmux[0]}, UniqueFd{toTmux[1]});
    finish();
    command("set -g remain-on-exit off\n");
}

TmuxServer::~TmuxServer()
{
    {
        const auto ended = start({"tmux", "-S", _socket, "kill-server"}, -1, -1);
        ::waitid(P_PID, static_cast<id_t>(ended->pid()), nullptr, WEXITED | WNOWAIT);
    }
    _lines.reset();
    _client.reset();
    std::filesystem::remove_all(_folder);
}

void TmuxServer::finish()
{
    for (;;)
    {
        const std::string_view line = _lines->receive();
        if (line.starts_with("%end") || line.starts_with("%error")) return;
    }
}

std::string TmuxServer::ask(const std::string& what)
{
    send("display-message -p " + what + "\n");
    std::string answer;
    for (;;)
    {
        const std::string_view line = _lines->receive();
        if (line.starts_with("%end") || line.starts_with("%error")) return answer;
        if (!line.empty() && line.front() != '%') answer = line;
    }
}

void TmuxServer::command(std::string_view text)
{
    send(text);
    finish();
}

EchoServer::EchoServer() : _folder(privateFolder()), _socket(_folder + "/echo.sock")
{
    const UniqueFd listener{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const sockaddr_un address = addressOf(_socket);
    if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) fail("bind");
    if (::listen(listener.get(), 16) != 0) fail("listen");
    const pid_t pid = ::fork();
    if (pid < 0) fail("fork");
    if (pid == 0) echo(listener.get());
    _process = std::make_unique<Process>(pid);
}

EchoServer::~EchoServer()
{
    _process.reset();
    std::filesystem::remove_all(_folder);
}

Lines EchoServer::connect() const
{
    return Lines{connectTo(_socket)};
}

} // namespace venomx::bench
