// The programs that a benchmark talks to: our daemon on a private socket, tmux in control mode, an echo server that parses
// nothing. Each is started by its constructor and gone with its object.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/unique_fd.h>

namespace venomx::bench
{

/// A child process that is ended (SIGTERM) and reaped with its object.
class Process
{
public:
    explicit Process(pid_t pid) : _pid(pid) {}
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    [[nodiscard]] pid_t pid() const { return _pid; }

private:
    pid_t _pid;
};

/// A stream of lines over descriptors.
class Lines
{
public:
    Lines(UniqueFd in, UniqueFd out) : _in(std::move(in)), _out(std::move(out)) {}
    explicit Lines(UniqueFd both);
    void send(std::string_view bytes);
    /// The next line without its end; valid until the next call.
    [[nodiscard]] std::string_view receive();
    [[nodiscard]] int in() const { return _in.get(); }

private:
    UniqueFd _in;
    UniqueFd _out;
    std::string _buffer;
    std::size_t _start{0};
};

/// Returns when `condition` holds; throws when it does not within a minute.
void await(const std::function<bool()>& condition, const char* what);
/// Starts a program with nothing to read and nowhere to write, and waits for its end; throws unless it ends with 0.
void runToEnd(const std::vector<std::string>& words);
[[nodiscard]] UniqueFd connectTo(const std::string& path);
/// Resident memory of a process, in bytes.
[[nodiscard]] std::size_t residentMemory(pid_t pid);

class VenomxDaemon
{
public:
    /// `settings`: key=value of the configuration.
    explicit VenomxDaemon(const std::vector<std::string>& settings = {});
    ~VenomxDaemon();
    /// A connection after its hello, as the owner.
    [[nodiscard]] Lines connect() const;
    [[nodiscard]] pid_t pid() const { return _process->pid(); }
    [[nodiscard]] const std::string& socket() const { return _socket; }
    /// The command line's program, of the same build as this benchmark.
    [[nodiscard]] static std::string program();

private:
    std::string _folder;
    std::string _socket;
    std::unique_ptr<Process> _process;
};

/// tmux 3.3a, one session, a client in control mode.
class TmuxServer
{
public:
    TmuxServer();
    ~TmuxServer();
    /// Sends a command and reads to the end of its answer.
    void command(std::string_view text);
    /// Only sends; `finish` reads the end of one answer.
    void send(std::string_view text) { _lines->send(text); }
    void finish();
    [[nodiscard]] const std::string& socket() const { return _socket; }
    /// What display-message says to `what`: a target and a format, as on its command line.
    [[nodiscard]] std::string ask(const std::string& what);
    [[nodiscard]] pid_t serverPid() { return std::stoi(ask("'#{pid}'")); }

private:
    std::string _folder;
    std::string _socket;
    std::unique_ptr<Process> _client;
    std::unique_ptr<Lines> _lines;
};

/// A process with an epoll loop that writes back what it reads.
class EchoServer
{
public:
    EchoServer();
    ~EchoServer();
    [[nodiscard]] Lines connect() const;

private:
    std::string _folder;
    std::string _socket;
    std::unique_ptr<Process> _process;
};

} // namespace venomx::bench
