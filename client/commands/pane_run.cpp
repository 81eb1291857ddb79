#include "client/Cli.h"
#include "client/Json.h"
#include "client/arguments/Arguments.h"
#include "client/commands/Commands.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

/// What a shell reports for a program that a signal ended.
constexpr int kSignalStatus = 128;
constexpr std::string_view kCreate{"window.create"};
constexpr std::string_view kName{"pane run"};

int signalNumber(std::string_view name)
{
    constexpr std::string_view kRealTime{"SIGRTMIN+"};
    if (name.starts_with(kRealTime)) return SIGRTMIN + std::stoi(std::string{name.substr(kRealTime.size())});
    for (int number = 1; number < SIGRTMIN; ++number)
        if (const char* word = ::sigabbrev_np(number); word != nullptr && name == std::string{"SIG"} + word) return number;
    return SIGRTMIN;
}

/// One program in a pane of its own, from its start to the pane's end.
class PaneRun
{
public:
    PaneRun(Session& session, const Cli& cli) : _session(session), _cli(cli) {}

    int run(const std::string& params)
    {
        create(params);
        try
        {
            await();
            show();
        }
        catch (...)
        {
            abandon();
            throw;
        }
        close();
        return _exitStatus;
    }

private:
    /// A signal cancels the start; the pane that came to be before the daemon heard of it is closed.
    void create(const std::string& params)
    {
        const std::int64_t id = _session.start(kCreate, params, {.interrupts = &_interrupts});
        int signal = 0;
        for (Patience patience{.interrupts = &_interrupts};;)
        {
            const Arrival arrival = _session.receive(patience);
            if (arrival.what == Arrival::What::interrupted && arrival.signal != 0)
            {
                signal = arrival.signal;
                _session.cancel(id);
                patience = {.deadline = Clock::now() + kCancelled};
            }
            if (arrival.what == Arrival::What::timedOut) throw Interrupted{signal};
            if (arrival.what != Arrival::What::frame || arrival.frame.id != id) continue;
            if (arrival.frame.kind == Frame::Kind::error && signal == 0)
                throw Failure::fromDaemon(arrival.frame.content, arrival.frame.raw);
            if (arrival.frame.kind == Frame::Kind::ok) _pane = textAt(arrival.frame.content, "pane");
            break;
        }
        if (signal == 0) return;
        if (!_pane.empty()) abandon();
        throw Interrupted{signal};
    }

    void await()
    {
        while (_status.empty())
        {
            const std::int64_t id =
                _session.start("pane.wait", about(R"(,"until":"exit","timeout_ms":86400000)"), {.interrupts = &_interrupts});
            const Frame answer = answerTo(id);
            if (textAt(answer.content, "reason") != "exit") continue;
            const Value* status = memberAt(answer.content, "status");
            if (status == nullptr) throw Failure("protocol.answer", "the daemon's answer is not understood");
            _status = toJson(*status);
            const auto code = integerAt(*status, "code");
            _exitStatus = code ? static_cast<int>(*code) : kSignalStatus + signalNumber(textAt(*status, "signal"));
        }
    }

    [[nodiscard]] Frame answerTo(std::int64_t id)
    {
        for (;;)
        {
            const Arrival arrival = _session.receive({.interrupts = &_interrupts});
            if (arrival.what == Arrival::What::interrupted && arrival.signal != 0) throw Interrupted{arrival.signal};
            if (arrival.what != Arrival::What::frame || arrival.frame.id != id) continue;
            if (arrival.frame.kind == Frame::Kind::error) throw Failure::fromDaemon(arrival.frame.content, arrival.frame.raw);
            return arrival.frame;
        }
    }

    /// All that the pane holds, without the rows that nothing was written to.
    void show()
    {
        const Frame answer = _session.call("pane.capture", about(R"(,"scrollback":-1,"join":true)"));
        std::string text{textAt(answer.content, "text")};
        text.resize(text.find_last_not_of('\n') + 1);
        if (!text.empty()) text += '\n';
        if (!_cli.json()) return _cli.out().write(text);
        std::string json;
        JsonWriter writer{json};
        writer.beginObject().field("pane", _pane).rawField("status", _status).field("text", text);
        writer.field("scrollback", integerAt(answer.content, "scrollback").value_or(0)).endObject();
        _cli.out().write(json + "\n");
    }

    void close() { static_cast<void>(_session.call("pane.close", about({}))); }

    /// What went wrong before is what there is to tell.
    void abandon()
    {
        try
        {
            close();
        }
        catch (const std::exception&)
        {
            return;
        }
    }

    [[nodiscard]] std::string about(std::string_view more) const
    {
        return std::string{"{\"pane\":\""}.append(_pane).append("\"").append(more).append("}");
    }

    static constexpr auto kCancelled = std::chrono::seconds{15};

    Session& _session;
    const Cli& _cli;
    Interrupts _interrupts;
    std::string _pane;
    std::string _status;
    int _exitStatus{0};
};

} // namespace

int runPaneRun(Cli& cli, const CommandLine& given, Words)
{
    CommandLine line = given;
    readVerb(line);
    std::signal(SIGPIPE, SIG_IGN);
    cli.daemon().reach(line.options);
    const std::optional<VerbView> verb = cli.daemon().manifest()->find(kCreate);
    if (!verb) static_cast<void>(cli.daemon().session().call(kCreate, "{}")); // it says why there is none
    if (!verb) throw Failure("not_found.verb", "the daemon has no windows");
    cli.asksFor(*verb);
    StandardInput input{STDIN_FILENO};
    const Arguments arguments = readArguments(*verb, line.rest, line.leading, input, kName);
    if (!arguments.options.reachSame(line.options)) throw Failure::usage("a flag's value looks like --socket or --token; attach it with =");
    // The login shell that window.create starts then would wait for an input that nobody types.
    if (arguments.params.find(R"("argv":)") == std::string::npos)
        throw Failure::usage("no program to run: give it after --", "see: venomx pane run --help");
    if (arguments.options.json) cli.wantJson();
    try
    {
        return PaneRun{cli.daemon().session(), cli}.run(arguments.params);
    }
    catch (const Failure&)
    {
        cli.failedWith(arguments.params);
        throw;
    }
}

} // namespace venomx::client
