// A daemon that the test plays: it listens on a socket of its own and answers each verb as the test has written down.
// Its threads, one a connection, end with it. What it received is read by the test's thread.
#pragma once

#include "Fixture.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client::test
{

class FakeDaemon
{
public:
    FakeDaemon();
    ~FakeDaemon();
    FakeDaemon(const FakeDaemon&) = delete;
    FakeDaemon& operator=(const FakeDaemon&) = delete;

    [[nodiscard]] std::string socket() const { return _folder.path("s"); }
    [[nodiscard]] const TestFolder& folder() const { return _folder; }

    /// What is sent for a request of `verb` ("cancel" for a cancel frame): `$ID` becomes the request's id, `$CLOSE` at the end
    /// closes the connection. No line ends are added.
    void on(std::string verb, std::string answer);
    void onResult(const std::string& verb, std::string_view result);

    /// All lines received so far, of all connections.
    [[nodiscard]] std::vector<std::string> lines();
    /// Those that ask for `verb`.
    [[nodiscard]] std::vector<std::string> requests(std::string_view verb);
    /// Waits until one came that asks for `verb`; fails the test after ten seconds.
    void awaitRequest(std::string_view verb);

private:
    void serve();
    void talk(const UniqueFd& peer);
    [[nodiscard]] std::string answerTo(const std::string& line);
    [[nodiscard]] std::vector<std::string> requestsLocked(std::string_view verb) const;

    TestFolder _folder;
    UniqueFd _listener;
    UniqueFd _stopRead;
    UniqueFd _stopWrite;
    std::mutex _mutex;
    std::condition_variable _came;
    std::map<std::string, std::string, std::less<>> _answers;
    std::vector<std::string> _lines;
    std::thread _thread;
};

} // namespace venomx::client::test
