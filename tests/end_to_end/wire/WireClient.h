// One connection to a daemon, line by line. Reads and writes give up, failing the test, after some time. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::tests
{

class WireClient
{
public:
    explicit WireClient(const std::string& socket);
    /// With a token: says hello with it, and reads the answer.
    WireClient(const std::string& socket, const std::string& token);
    ~WireClient();
    WireClient(WireClient&& other) noexcept;
    WireClient& operator=(WireClient&&) = delete;
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;

    /// Exactly these bytes.
    void send(std::string_view bytes);
    /// As much as the daemon takes without waiting; false: it has closed the connection.
    [[nodiscard]] bool offer(std::string_view bytes, std::size_t& taken);
    /// The next line without its newline; nothing: the daemon has closed the connection.
    [[nodiscard]] std::optional<std::string> read();
    /// The next line; a closed connection fails the test.
    [[nodiscard]] std::string line();
    /// Sends a line, reads one.
    [[nodiscard]] std::string ask(std::string_view request);
    /// Sends a request of this verb without parameters.
    void start(std::uint64_t id, std::string_view verb, std::string_view params = {});
    [[nodiscard]] std::string call(std::uint64_t id, std::string_view verb, std::string_view params = {});
    void endInput();
    [[nodiscard]] int fd() const { return _fd; }

private:
    int _fd{-1};
    std::string _received;
};

} // namespace venomx::tests
