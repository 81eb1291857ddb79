#include "Program.h"

#include <cerrno>
#include <cppunit/TestAssert.h>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace venomx::client::test
{
namespace
{

constexpr int kTimeout = 20'000;

std::pair<UniqueFd, UniqueFd> makePipe()
{
    int ends[2]{-1, -1};
    CPPUNIT_ASSERT_EQUAL(0, ::pipe2(ends, O_CLOEXEC));
    return {UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> list;
    for (std::string& text : texts) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

/// False at the end of the stream.
bool readSome(UniqueFd& from, std::string& into)
{
    char piece[4096];
    const ssize_t got = ::read(from.get(), piece, sizeof piece);
    if (got <= 0)
    {
        from.reset();
        return false;
    }
    into.append(piece, static_cast<std::size_t>(got));
    return true;
}

} // namespace

Program::Program(std::vector<std::string> words, Environment environment, std::string_view input, std::string program)
{
    words.insert(words.begin(), program);
    std::vector<std::string> variables;
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    const std::vector<char*> arguments = pointers(words);
    const std::vector<char*> list = pointers(variables);
    auto [inRead, inWrite] = makePipe();
    auto [outRead, outWrite] = makePipe();
    auto [errorRead, errorWrite] = makePipe();
    _child = ::fork();
    CPPUNIT_ASSERT(_child >= 0);
    if (_child == 0)
    {
        ::dup2(inRead.get(), STDIN_FILENO);
        ::dup2(outWrite.get(), STDOUT_FILENO);
        ::dup2(errorWrite.get(), STDERR_FILENO);
        ::execve(program.c_str(), arguments.data(), list.data());
        ::_exit(127);
    }
    CPPUNIT_ASSERT_EQUAL(static_cast<ssize_t>(input.size()), ::write(inWrite.get(), input.data(), input.size()));
    _out = std::move(outRead);
    _error = std::move(errorRead);
}

Program::~Program()
{
    if (_child <= 0) return;
    ::kill(_child, SIGKILL);
    ::waitpid(_child, nullptr, 0);
}

void Program::signal(int number) const
{
    CPPUNIT_ASSERT_EQUAL(0, ::kill(_child, number));
}

bool Program::readMore()
{
    pollfd watched[2]{{.fd = _out.get(), .events = POLLIN, .revents = 0}, {.fd = _error.get(), .events = POLLIN, .revents = 0}};
    if (!_out && !_error) return false;
    CPPUNIT_ASSERT_MESSAGE("the program does not end", ::poll(watched, 2, kTimeout) > 0);
    if (watched[0].revents != 0) readSome(_out, _outText);
    if (watched[1].revents != 0) readSome(_error, _errorText);
    return true;
}

void Program::awaitOutput(std::string_view text)
{
    while (_outText.find(text) == std::string::npos) CPPUNIT_ASSERT_MESSAGE(_outText + _errorText, readMore());
}

void Program::awaitEnd() const
{
    const UniqueFd child{static_cast<int>(::syscall(SYS_pidfd_open, _child, 0))};
    pollfd watched{.fd = child.get(), .events = POLLIN, .revents = 0};
    CPPUNIT_ASSERT_MESSAGE("the program does not end", ::poll(&watched, 1, kTimeout) > 0);
}

Ended Program::wait()
{
    while (readMore()) continue;
    int status = 0;
    CPPUNIT_ASSERT_EQUAL(_child, ::waitpid(_child, &status, 0));
    _child = -1;
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), .out = _outText, .error = _errorText};
}

} // namespace venomx::client::test
