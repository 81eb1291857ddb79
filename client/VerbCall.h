// One verb called and its answer shown: the result, or the frames of a stream as they come.
// Owned by Cli for one call; one thread. Throws Failure for the daemon's refusal and for all that goes wrong on the way.
#pragma once

#include "client/Output.h"
#include "client/manifest/Manifest.h"
#include "client/render/Render.h"
#include "client/wire/Session.h"

#include <optional>
#include <string>

namespace venomx::client
{

class VerbCall
{
public:
    struct Style
    {
        bool json{false};
        Look look;
    };

    VerbCall(Session& session, const VerbView& verb, const Output& out, Style style)
        : _session(session), _verb(verb), _out(out), _style(style)
    {
    }

    /// Gives the exit status. SIGINT and SIGTERM cancel the request; the status is then 128 and the signal's number.
    /// Throws Interrupted when one comes while sending, or while whoever reads the output does not.
    [[nodiscard]] int run(const std::string& params);

private:
    [[nodiscard]] std::optional<int> take(const Arrival& arrival);
    [[nodiscard]] std::optional<int> interrupt(int signal);
    [[nodiscard]] std::optional<int> takeFrame(const Frame& frame);
    [[nodiscard]] std::optional<int> takeAnswer(const Frame& frame);
    [[nodiscard]] int takeError(const Frame& frame) const;
    [[nodiscard]] int takeEnd(const Frame& frame) const;
    void showResult(const Frame& frame) const;
    void print(std::string_view text) const;
    void showOutput(const Frame& frame) const;
    [[nodiscard]] int signalStatus() const;

    Session& _session;
    const VerbView& _verb;
    const Output& _out;
    Style _style;
    Patience _patience;
    std::int64_t _id{0};
    int _signal{0};
};

} // namespace venomx::client
