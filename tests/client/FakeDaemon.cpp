#include "FakeDaemon.h"

#include "client/Json.h"

#include <chrono>
#include <cppunit/TestAssert.h>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace venomx::client::test
{
namespace
{

constexpr std::string_view kClose{"$CLOSE"};

std::string replaceAll(std::string_view text, std::string_view what, std::string_view with)
{
    std::string replaced;
    while (true)
    {
        const std::size_t at = text.find(what);
        replaced += text.substr(0, at);
        if (at == std::string_view::npos) return replaced;
        replaced += with;
        text.remove_prefix(at + what.size());
    }
}

bool readable(int descriptor, int stop)
{
    pollfd watched[2]{{.fd = descriptor, .events = POLLIN, .revents = 0}, {.fd = stop, .events = POLLIN, .revents = 0}};
    return ::poll(watched, 2, -1) > 0 && watched[1].revents == 0;
}

} // namespace

FakeDaemon::FakeDaemon()
{
    on("hello", R"({"id":$ID,"ok":{"protocol":1,"server":"venomx/0.1.0","boot":"0123456789abcdef","principal":"owner","manifest":")" +
                    std::string{kHash} + R"(","limits":{"frame":1048576}}})" + "\n");
    onResult("manifest.get", manifestText());
    _listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = socket();
    std::memcpy(address.sun_path, path.data(), path.size());
    CPPUNIT_ASSERT_EQUAL(0, ::bind(_listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
    CPPUNIT_ASSERT_EQUAL(0, ::listen(_listener.get(), 16));
    int ends[2]{-1, -1};
    CPPUNIT_ASSERT_EQUAL(0, ::pipe(ends));
    _stopRead.reset(ends[0]);
    _stopWrite.reset(ends[1]);
    _thread = std::thread{[this] { serve(); }};
}

FakeDaemon::~FakeDaemon()
{
    _stopWrite.reset();
    _thread.join();
}

void FakeDaemon::on(std::string verb, std::string answer)
{
    const std::lock_guard lock{_mutex};
    _answers[std::move(verb)] = std::move(answer);
}

void FakeDaemon::onResult(const std::string& verb, std::string_view result)
{
    on(verb, R"({"id":$ID,"ok":)" + std::string{result} + "}\n");
}

void FakeDaemon::serve()
{
    std::vector<std::thread> talks;
    while (readable(_listener.get(), _stopRead.get()))
        if (UniqueFd peer{::accept4(_listener.get(), nullptr, nullptr, SOCK_CLOEXEC)})
            talks.emplace_back([this, peer = std::move(peer)] { talk(peer); });
    for (std::thread& talk : talks) talk.join();
}

void FakeDaemon::talk(const UniqueFd& peer)
{
    std::string received;
    char piece[4096];
    while (readable(peer.get(), _stopRead.get()))
    {
        const ssize_t got = ::recv(peer.get(), piece, sizeof piece, 0);
        if (got <= 0) return;
        received.append(piece, static_cast<std::size_t>(got));
        for (std::size_t end = received.find('\n'); end != std::string::npos; end = received.find('\n'))
        {
            std::string answer = answerTo(received.substr(0, end));
            received.erase(0, end + 1);
            const bool close = answer.ends_with(kClose);
            if (close) answer.resize(answer.size() - kClose.size());
            for (std::string_view left{answer}; !left.empty();)
            {
                const ssize_t sent = ::send(peer.get(), left.data(), left.size(), MSG_NOSIGNAL);
                if (sent <= 0) return;
                left.remove_prefix(static_cast<std::size_t>(sent));
            }
            if (close) return;
        }
    }
}

std::string FakeDaemon::answerTo(const std::string& line)
{
    const Json request{line};
    const std::int64_t cancelled = integerAt(request.value(), "cancel").value_or(-1);
    const std::string verb{cancelled < 0 ? textAt(request.value(), "verb") : "cancel"};
    const std::lock_guard lock{_mutex};
    _lines.push_back(line);
    _came.notify_all();
    const auto found = _answers.find(verb);
    std::string answer = R"({"id":$ID,"error":{"code":"not_found.verb","message":"no such verb","data":{}}})"
                         "\n";
    if (found != _answers.end()) answer = found->second;
    return replaceAll(answer, "$ID", std::to_string(cancelled < 0 ? integerAt(request.value(), "id").value_or(-1) : cancelled));
}

std::vector<std::string> FakeDaemon::lines()
{
    const std::lock_guard lock{_mutex};
    return _lines;
}

std::vector<std::string> FakeDaemon::requestsLocked(std::string_view verb) const
{
    const std::string member = verb == "cancel" ? std::string{"{\"cancel\":"} : "\"verb\":\"" + std::string{verb} + "\"";
    std::vector<std::string> found;
    for (const std::string& line : _lines)
        if (line.find(member) != std::string::npos) found.push_back(line);
    return found;
}

std::vector<std::string> FakeDaemon::requests(std::string_view verb)
{
    const std::lock_guard lock{_mutex};
    return requestsLocked(verb);
}

void FakeDaemon::awaitRequest(std::string_view verb)
{
    std::unique_lock lock{_mutex};
    CPPUNIT_ASSERT(_came.wait_for(lock, std::chrono::seconds{10}, [&] { return !requestsLocked(verb).empty(); }));
}

} // namespace venomx::client::test
