#include <venomx/sdk/testing/fake_call.h>

#include "kernel/testing/CallRecord.h"
#include "kernel/verbs/Schema.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <venomx/sdk/json_reader.h>

namespace venomx::testing
{

class FakeCall::Backend : public CallBackend
{
public:
    Backend(const VerbSpec& spec, std::string_view params, PrincipalId caller, std::shared_ptr<CallRecord> record)
        : _spec(&spec), _caller(caller), _record(std::move(record))
    {
        JsonReader reader;
        const JsonReader::Outcome read = reader.read(params, _arena);
        if (read.error != JsonError::none || !read.value.is(Value::Kind::object)) throw std::invalid_argument("not a JSON object");
        _params = withDefaults(read.value);
    }
    ~Backend() override
    {
        const std::lock_guard guard{_record->mutex};
        _record->gone = true;
        _record->cancel = nullptr;
        if (_record->answer.kind == Answer::Kind::pending) _record->answer.kind = Answer::Kind::dropped;
        _record->changed.notify_all();
    }

    [[nodiscard]] const VerbSpec& spec() const override { return *_spec; }
    [[nodiscard]] const Value& params() const override { return _params; }
    [[nodiscard]] PrincipalId caller() const override { return _caller; }
    [[nodiscard]] bool may(Right right, std::optional<ResourceId> on) const override { return _may(right, on); }
    [[nodiscard]] std::optional<ResourceId> target(std::string_view param) const override
    {
        const Value* named = _params.find(param);
        return named ? _resolve(named->asString()) : std::nullopt;
    }
    [[nodiscard]] bool cancelled() const override
    {
        const std::lock_guard guard{_record->mutex};
        return _record->cancelled;
    }
    void whenRoom(std::function<void()> begin) override { begin(); }
    void onCancel(std::function<void()> cancel) override
    {
        {
            const std::lock_guard guard{_record->mutex};
            if (!_record->cancelled)
            {
                _record->cancel = std::move(cancel);
                return;
            }
        }
        cancel();
    }
    void answer(Result result) override
    {
        _record->settle({.kind = Answer::Kind::ok, .json = std::move(result).take(), .code = {}, .message = {}});
    }
    void refuse(const Refusal& refusal) override
    {
        _record->settle({.kind = Answer::Kind::refused,
                         .json = refusal.data(),
                         .code = std::string{refusal.code()},
                         .message = std::string{refusal.message()}});
    }
    [[nodiscard]] std::shared_ptr<Stream> stream(Result result) override
    {
        _record->settle({.kind = Answer::Kind::ok, .json = std::move(result).take(), .code = {}, .message = {}, .streams = true});
        return std::make_shared<RecordedStream>(_record);
    }
    void escaped() override
    {
        const std::lock_guard guard{_record->mutex};
        ++_record->escapes;
    }

    void setMay(May may) { _may = std::move(may); }
    void setResolve(Resolve resolve) { _resolve = std::move(resolve); }

private:
    [[nodiscard]] Value withDefaults(const Value& given)
    {
        std::vector<Member> members{given.members().begin(), given.members().end()};
        const auto fill = [&](std::span<const Param> params)
        {
            for (const Param& param : params)
                if (param.fallback.kind != Default::Kind::none && given.find(param.name) == nullptr)
                    members.push_back({param.name, kernel::valueOf(param.fallback)});
        };
        fill(_spec->params);
        for (const GroupRef& group : _spec->include) fill(group.group->params);
        const std::span<Member> kept = _arena.array<Member>(members.size());
        std::ranges::copy(members, kept.begin());
        return Value::object(kept);
    }

    const VerbSpec* _spec;
    PrincipalId _caller;
    std::shared_ptr<CallRecord> _record;
    May _may{[](Right, std::optional<ResourceId>) { return true; }};
    Resolve _resolve{ResourceId::parse};
    Arena _arena;
    Value _params;
};

FakeCall::FakeCall(const VerbSpec& spec, std::string_view params, PrincipalId caller)
    : _backend(std::make_unique<Backend>(spec, params, caller, _record))
{
}

FakeCall::~FakeCall() = default;

FakeCall::Backend& FakeCall::untaken() const
{
    if (!_backend) throw std::logic_error("a FakeCall is set up before it is taken, and taken once");
    return *_backend;
}

void FakeCall::setMay(May may)
{
    untaken().setMay(std::move(may));
}

void FakeCall::setResolve(Resolve resolve)
{
    untaken().setResolve(std::move(resolve));
}

Call FakeCall::take()
{
    static_cast<void>(untaken());
    return Call{std::move(_backend)};
}

void FakeCall::cancel()
{
    std::vector<std::function<void()>> calls;
    std::vector<std::function<void()>> noMore;
    {
        const std::lock_guard guard{_record->mutex};
        if (_record->cancelled) return;
        _record->cancelled = true;
        if (_record->answer.streams)
        {
            if (_record->endReason.empty()) _record->endReason = "cancelled";
            noMore = std::exchange(_record->whenWritable, {});
            calls = std::exchange(_record->whenEnded, {});
            _record->changed.notify_all();
        }
        else if (_record->answer.kind == Answer::Kind::pending && _record->cancel)
            calls.push_back(std::exchange(_record->cancel, nullptr));
    }
    for (const auto& call : calls) call();
}

int FakeCall::extraAnswers() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->extraAnswers;
}

int FakeCall::escapes() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->escapes;
}

bool FakeCall::gone() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->gone;
}

} // namespace venomx::testing
