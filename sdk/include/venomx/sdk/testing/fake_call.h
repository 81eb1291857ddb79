// One request without a daemon: made from a verb's spec and a JSON text, handed to the verb as a Call, and asked afterwards what
// became of it. Defaults of the spec are filled in as the gate does; nothing is validated (Bench does that).
// The maker keeps the FakeCall; the Call goes to the verb and may be answered on any thread. Members may be called on any
// thread, the settings before `take`; `cancel` on the thread that stands for the control loop. Wrong JSON throws
// std::invalid_argument; a setting after `take`, and a second `take`, std::logic_error. The spec outlives both.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <venomx/sdk/call.h>
#include <venomx/sdk/testing/asked_call.h>

namespace venomx::testing
{

class FakeCall : public AskedCall
{
public:
    using May = std::function<bool(Right right, std::optional<ResourceId> on)>;
    using Resolve = std::function<std::optional<ResourceId>(std::string_view text)>;

    explicit FakeCall(const VerbSpec& spec, std::string_view params = "{}", PrincipalId caller = PrincipalId::owner());
    ~FakeCall() override;

    /// Everything is allowed unless this says otherwise.
    void setMay(May may);
    /// How a parameter's text becomes an id; without it every well-formed id exists.
    void setResolve(Resolve resolve);

    /// The call for the verb; once.
    [[nodiscard]] Call take();

    void cancel() override;
    /// How many answers came after the first.
    [[nodiscard]] int extraAnswers() const;
    /// How many exceptions escaped the verb.
    [[nodiscard]] int escapes() const;
    /// Has the Call, with its parameters, been destroyed?
    [[nodiscard]] bool gone() const;

private:
    class Backend;
    [[nodiscard]] Backend& untaken() const;
    std::unique_ptr<Backend> _backend;
};

} // namespace venomx::testing
