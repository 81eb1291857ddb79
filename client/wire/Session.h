// One conversation with the daemon: hello first, then requests and the frames that answer them.
// Owned by the command that runs; one thread. Errors of the conversation itself are thrown as Failure: the daemon is gone
// (unavailable.closed), does not answer (unavailable.daemon), says what is no frame (protocol.answer), or answers with an
// error that has no id (that error).
#pragma once

#include "client/wire/Connection.h"
#include "client/wire/Frame.h"
#include "client/wire/Waiting.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/secret.h>

namespace venomx::client
{

struct Arrival
{
    enum class What : std::uint8_t
    {
        frame,
        interrupted,
        outputClosed,
        timedOut
    };
    What what{What::timedOut};
    Frame frame;   ///< its views end with the next receive
    int signal{0}; ///< what interrupted
};

/// A signal came while there was nothing to cancel yet.
struct Interrupted
{
    int signal{0};
};

class Session
{
public:
    /// Says hello and waits for the answer.
    Session(Connection connection, Secret token);

    [[nodiscard]] const std::string& manifestHash() const { return _manifestHash; }

    /// Sends a request; `params` is a JSON object. Gives its id. Throws Interrupted.
    [[nodiscard]] std::int64_t start(std::string_view verb, std::string_view params, const Patience& patience = {});
    void cancel(std::int64_t id);
    [[nodiscard]] Arrival receive(const Patience& patience);

    /// Sends a request and waits for its answer, which must come soon. Throws the daemon's refusal.
    [[nodiscard]] Frame call(std::string_view verb, std::string_view params);

private:
    void sayHello(const Secret& token);
    void transmit(std::string_view bytes, const Patience& patience);
    [[nodiscard]] Frame answerTo(std::int64_t id);
    [[nodiscard]] std::optional<Frame> nextFrame();

    Connection _connection;
    JsonReader _reader;
    Arena _arena;
    std::string _manifestHash;
    std::size_t _frameLimit{0};
    std::int64_t _lastId{0};
};

} // namespace venomx::client
