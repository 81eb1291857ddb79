// The first request of a connection: who is there, and as whom. Its bytes hold the token, so they are wiped when they go.
// One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/value.h>

namespace venomx::client
{

constexpr std::int64_t kHelloId = 0;

/// A request with its line end; as large from the start as it will be, so that it never moves.
class Hello
{
public:
    explicit Hello(const Secret& token);
    ~Hello() { wipe(_text.data(), _text.capacity()); }
    Hello(const Hello&) = delete;
    Hello& operator=(const Hello&) = delete;

    [[nodiscard]] std::string_view bytes() const { return _text; }

private:
    std::string _text;
};

/// What a client needs of the daemon's answer to it.
struct Greeting
{
    std::string manifestHash;
    std::size_t frameLimit{0};
};

[[nodiscard]] Greeting readGreeting(const Value& answer);

} // namespace venomx::client
