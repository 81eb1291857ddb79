#include <venomx/sdk/call.h>

#include <stdexcept>
#include <string>
#include <venomx/sdk/errors.h>

namespace venomx
{
inline namespace v1
{

namespace
{

// A verb's mistakes cost its call (`internal.plugin`), and not the daemon.

CallBackend& held(const std::unique_ptr<CallBackend>& backend)
{
    if (!backend) throw std::logic_error("the call was moved away");
    return *backend;
}

const Value* ofKind(const Value* found, Value::Kind kind, std::string_view param)
{
    if (found != nullptr && !found->is(kind)) throw std::logic_error("parameter " + std::string{param} + " is of another type");
    return found;
}

template <class T>
T present(const std::optional<T>& found, std::string_view param)
{
    if (!found) throw std::logic_error("parameter " + std::string{param} + " is absent");
    return *found;
}

} // namespace

Stream::~Stream() = default;
CallBackend::~CallBackend() = default;

Call::Call(std::unique_ptr<CallBackend> backend) : _backend(std::move(backend)) {}
Call::~Call() = default;
Call::Call(Call&&) noexcept = default;
Call& Call::operator=(Call&&) noexcept = default;

const VerbSpec& Call::spec() const
{
    return held(_backend).spec();
}

const Value* Call::find(std::string_view param) const
{
    return held(_backend).params().find(param);
}

std::optional<std::string_view> Call::findText(std::string_view param) const
{
    const Value* found = ofKind(find(param), Value::Kind::string, param);
    return found ? std::optional{found->asString()} : std::nullopt;
}

std::optional<std::int64_t> Call::findInteger(std::string_view param) const
{
    const Value* found = ofKind(find(param), Value::Kind::integer, param);
    return found ? std::optional{found->asInteger()} : std::nullopt;
}

std::optional<bool> Call::findFlag(std::string_view param) const
{
    const Value* found = ofKind(find(param), Value::Kind::boolean, param);
    return found ? std::optional{found->asBoolean()} : std::nullopt;
}

std::string_view Call::text(std::string_view param) const
{
    return present(findText(param), param);
}

std::int64_t Call::integer(std::string_view param) const
{
    return present(findInteger(param), param);
}

bool Call::flag(std::string_view param) const
{
    return present(findFlag(param), param);
}

PrincipalId Call::caller() const
{
    return held(_backend).caller();
}

bool Call::may(Right right, std::optional<ResourceId> on) const
{
    return held(_backend).may(right, on);
}

std::optional<ResourceId> Call::target(std::string_view param) const
{
    return held(_backend).target(param);
}

SessionId Call::session(std::string_view param) const
{
    if (const auto id = SessionId::from(target(param))) return *id;
    throw errors::noSession();
}

WindowId Call::window(std::string_view param) const
{
    if (const auto id = WindowId::from(target(param))) return *id;
    throw errors::noWindow();
}

PaneId Call::pane(std::string_view param) const
{
    if (const auto id = PaneId::from(target(param))) return *id;
    throw errors::noPane();
}

bool Call::cancelled() const
{
    return held(_backend).cancelled();
}

void Call::onCancel(std::function<void()> cancel)
{
    held(_backend).onCancel(std::move(cancel));
}

void Call::whenRoom(std::function<void()> begin)
{
    held(_backend).whenRoom(std::move(begin));
}

void Call::answer(Result result)
{
    held(_backend).answer(std::move(result));
}

void Call::refuse(const Refusal& refusal)
{
    held(_backend).refuse(refusal);
}

std::shared_ptr<Stream> Call::stream(Result result)
{
    return held(_backend).stream(std::move(result));
}

void Call::guard(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const Refusal& refusal)
    {
        if (_backend) _backend->refuse(refusal);
    }
    catch (...)
    {
        if (!_backend) return;
        _backend->escaped();
        _backend->refuse(errors::plugin());
    }
}

} // namespace v1
} // namespace venomx
