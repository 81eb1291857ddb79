// Verbs that do on command what a test of the wire needs.
#include <atomic>
#include <list>
#include <string>
#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/workers.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::lab
{
namespace
{

constexpr Param kTag[] = {{.name = "tag", .type = Type::string(), .required = true, .summary = "Name of the call"}};
constexpr Param kBytes[] = {{.name = "bytes", .type = Type::integer(0), .required = true, .summary = "How many"}};
constexpr Param kStream[] = {{.name = "frames", .type = Type::integer(0), .required = true, .summary = "How many"},
                             {.name = "bytes", .type = Type::integer(0), .required = true, .summary = "How long each"}};
constexpr Param kTagged[] = {{.name = "tag", .type = Type::string(), .required = true, .summary = "Name of the call"}};
constexpr Param kTags[] = {{.name = "started", .type = Type::string(), .required = true, .summary = "Tags in the order of their start"},
                           {.name = "held", .type = Type::integer(), .required = true, .summary = "Calls not answered"}};
constexpr Param kText[] = {{.name = "text", .type = Type::string(), .required = true, .summary = "The bytes"}};

constexpr VerbSpec kHold{.name = "lab.hold", .summary = "Wait for lab.release", .params = kTag, .result = kTagged};
constexpr VerbSpec kStubborn{
    .name = "lab.stubborn", .summary = "Wait for lab.release, whatever the client wants", .params = kTag, .result = kTagged};
constexpr VerbSpec kWait{.name = "lab.wait", .summary = "Wait for lab.release, for long", .params = kTag, .result = kTagged, .waits = true};
constexpr VerbSpec kRelease{.name = "lab.release", .summary = "Answer all that wait", .result = kTags};
constexpr VerbSpec kCount{.name = "lab.count", .summary = "Tell what has started", .result = kTags};
constexpr VerbSpec kBig{.name = "lab.big", .summary = "Answer at length", .params = kBytes, .result = kText};
constexpr VerbSpec kWork{.name = "lab.work", .summary = "Answer from a worker", .params = kTag, .result = kTagged};
constexpr VerbSpec kThrow{.name = "lab.throw", .summary = "Fail badly"};
constexpr VerbSpec kDrop{.name = "lab.drop", .summary = "Forget to answer"};
constexpr VerbSpec kPublish{.name = "lab.publish", .summary = "Publish events", .params = kStream};
constexpr VerbSpec kFlow{.name = "lab.flow", .summary = "Stream output frames", .params = kStream, .stream = true};
static_assert(valid(kHold) && valid(kStubborn) && valid(kWait) && valid(kRelease) && valid(kCount) && valid(kBig) && valid(kWork) &&
              valid(kThrow) && valid(kDrop) && valid(kPublish) && valid(kFlow));

/// Sends frames as far as its reader takes them.
class Flow : public std::enable_shared_from_this<Flow>
{
public:
    Flow(std::shared_ptr<Stream> stream, std::int64_t frames, std::size_t bytes) : _stream(std::move(stream)), _left(frames), _bytes(bytes)
    {
    }
    void send()
    {
        for (; _left > 0 && !_stream->ended(); --_left)
        {
            if (!_stream->writable()) return _stream->onWritable([self = shared_from_this()] { self->send(); });
            _stream->frame("output", '"' + std::string(_bytes, 'f') + '"');
        }
        _stream->end("done");
    }

private:
    std::shared_ptr<Stream> _stream;
    std::int64_t _left;
    std::size_t _bytes;
};

} // namespace

class LabPlugin final : public Plugin
{
public:
    std::vector<Verb> verbs() override
    {
        return {{&kHold, [this](Call& call) { hold(call, true); }},
                {&kWait, [this](Call& call) { hold(call, true); }},
                {&kStubborn, [this](Call& call) { hold(call, false); }},
                {&kRelease, [this](Call& call) { release(call); }},
                {&kCount, [this](Call& call) { call.answer(state()); }},
                {&kBig, [](Call& call) { big(call); }},
                {&kWork, [this](Call& call) { work(call); }},
                {&kThrow, [](Call&) { throw 7; }},
                {&kDrop, [](Call&) {}},
                {&kPublish, [this](Call& call) { publish(call); }},
                {&kFlow, [](Call& call) { flow(call); }}};
    }
    void start(PluginContext& context) override
    {
        _loop = &context.services.require<Loop>();
        _workers = &context.services.require<Workers>();
        _events = &context.services.require<Events>();
    }
    void stop() override { _held.clear(); }

private:
    void hold(Call& call, bool obeys)
    {
        _started += std::string{call.text("tag")} + ' ';
        const auto place = _held.insert(_held.end(), std::move(call));
        if (!obeys) return;
        place->onCancel(
            [this, place]
            {
                Call gone = std::move(*place);
                _held.erase(place);
                gone.refuse(errors::cancelled());
            });
    }
    void release(Call& call)
    {
        for (Call& held : std::exchange(_held, {}))
        {
            Result result;
            result.field("tag", held.text("tag"));
            held.answer(std::move(result));
        }
        call.answer(state());
    }
    Result state() const
    {
        Result result;
        result.field("started", _started).field("held", static_cast<std::int64_t>(_held.size()));
        return result;
    }
    static void big(Call& call)
    {
        Result result;
        result.field("text", std::string(static_cast<std::size_t>(call.integer("bytes")), 'b'));
        call.answer(std::move(result));
    }
    void work(Call& call)
    {
        auto shared = std::make_shared<Call>(std::move(call));
        _workers->submit(
            [shared]
            {
                Result result;
                result.field("tag", shared->text("tag"));
                shared->answer(std::move(result));
            });
    }
    void publish(Call& call)
    {
        for (std::int64_t i = 0; i < call.integer("frames"); ++i)
        {
            Result data;
            data.field("text", std::string(static_cast<std::size_t>(call.integer("bytes")), 'e'));
            _events->publish("lab.event", {}, std::move(data));
        }
        call.answer({});
    }
    static void flow(Call& call)
    {
        const std::int64_t frames = call.integer("frames");
        const auto bytes = static_cast<std::size_t>(call.integer("bytes"));
        std::make_shared<Flow>(call.stream({}), frames, bytes)->send();
    }

    Loop* _loop{nullptr};
    Workers* _workers{nullptr};
    Events* _events{nullptr};
    std::string _started;
    std::list<Call> _held;
};

} // namespace venomx::lab

VENOMX_PLUGIN(venomx::lab::LabPlugin);
