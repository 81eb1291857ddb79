#include "WireClient.h"

#include "Patience.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace venomx::tests
{
namespace
{

void await(int fd, short what)
{
    pollfd waiting{.fd = fd, .events = what, .revents = 0};
    const int milliseconds = static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(kPatience).count());
    CPPUNIT_ASSERT_EQUAL_MESSAGE("the daemon answers", 1, ::poll(&waiting, 1, milliseconds));
}

} // namespace

WireClient::WireClient(const std::string& socket) : _fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socket.data(), socket.size());
    CPPUNIT_ASSERT_EQUAL(0, ::connect(_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address));
}

WireClient::WireClient(const std::string& socket, const std::string& token) : WireClient(socket)
{
    const std::string answer = call(0, "hello", R"({"protocol":1,"token":")" + token + R"("})");
    CPPUNIT_ASSERT_MESSAGE(answer, answer.starts_with(R"({"id":0,"ok":)"));
}

WireClient::~WireClient()
{
    if (_fd >= 0) ::close(_fd);
}

WireClient::WireClient(WireClient&& other) noexcept : _fd(std::exchange(other._fd, -1)), _received(std::move(other._received)) {}

void WireClient::send(std::string_view bytes)
{
    while (!bytes.empty())
    {
        const ssize_t sent = ::send(_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN)
        {
            await(_fd, POLLOUT);
            continue;
        }
        CPPUNIT_ASSERT_MESSAGE(std::strerror(errno), sent >= 0);
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

bool WireClient::offer(std::string_view bytes, std::size_t& taken)
{
    taken = 0;
    while (taken < bytes.size())
    {
        const ssize_t sent = ::send(_fd, bytes.data() + taken, bytes.size() - taken, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0) return errno == EAGAIN;
        taken += static_cast<std::size_t>(sent);
    }
    return true;
}

std::optional<std::string> WireClient::read()
{
    for (;;)
    {
        if (const std::size_t end = _received.find('\n'); end != std::string::npos)
        {
            std::string line = _received.substr(0, end);
            _received.erase(0, end + 1);
            return line;
        }
        await(_fd, POLLIN);
        std::array<char, 65536> bytes;
        const ssize_t count = ::recv(_fd, bytes.data(), bytes.size(), 0);
        if (count <= 0) return {};
        _received.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

std::string WireClient::line()
{
    auto line = read();
    CPPUNIT_ASSERT_MESSAGE("the connection is open", line.has_value());
    return *std::move(line);
}

std::string WireClient::ask(std::string_view request)
{
    send(std::string{request} + '\n');
    return line();
}

void WireClient::start(std::uint64_t id, std::string_view verb, std::string_view params)
{
    std::string text = R"({"id":)" + std::to_string(id) + R"(,"verb":")" + std::string{verb} + '"';
    if (!params.empty()) text += R"(,"params":)" + std::string{params};
    send(text + "}\n");
}

std::string WireClient::call(std::uint64_t id, std::string_view verb, std::string_view params)
{
    start(id, verb, params);
    return line();
}

void WireClient::endInput()
{
    ::shutdown(_fd, SHUT_WR);
}

} // namespace venomx::tests
