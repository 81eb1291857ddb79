// What went wrong, in the wire's terms: a code, a message and data, whether the daemon said it or this program found it.
// Thrown by every part of the client and shown by Cli alone. A value; one thread.
#pragma once

#include "client/wire/SocketPath.h"

#include <exception>
#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client
{

class Failure : public std::exception
{
public:
    /// `hint` is the one line that tells what to do about it; it becomes `data.hint`. Empty: none.
    Failure(std::string code, std::string message, std::string hint = {});

    /// Wrong use of the command line: invalid_params.usage.
    [[nodiscard]] static Failure usage(std::string message, std::string hint = {});
    /// The daemon's error object; `raw` is its text.
    [[nodiscard]] static Failure fromDaemon(const Value& error, std::string_view raw);

    [[nodiscard]] const std::string& code() const { return _code; }
    [[nodiscard]] const std::string& message() const { return _message; }
    /// The error object as JSON; the daemon's byte for byte.
    [[nodiscard]] const std::string& json() const { return _json; }
    [[nodiscard]] const char* what() const noexcept override { return _message.c_str(); }
    [[nodiscard]] int exitStatus() const;

private:
    Failure() = default;
    std::string _code;
    std::string _message;
    std::string _json;
};

/// Nobody listens where the client looked, and none is known to be on its way: unavailable.daemon. The hint starts one there.
class NoDaemon : public Failure
{
public:
    explicit NoDaemon(SocketSource source);
};

/// The exit status that the class of an error code stands for.
[[nodiscard]] int exitStatusOf(std::string_view code);

} // namespace venomx::client
