// What a verb is, as one constexpr table: its parameters, rights, results, errors and examples. From it come the wire's
// validation, the CLI, the MCP tools and all documents; there is no second description anywhere.
// A spec refers to static storage only and lives as long as the program: plugins are never unloaded. Any thread.
// `static_assert(valid(kSpec))` (verb_checks.h) holds each spec to its rules while it compiles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/fixed_list.h>
#include <venomx/sdk/ids.h>

namespace venomx
{
inline namespace v1
{

class Call;
struct Param;

enum class Right : std::uint8_t
{
    read,  ///< list it, look at it, wait for it, hear of it
    write, ///< send it input, change it, close it
    spawn, ///< start processes in it
    admin  ///< what concerns the whole daemon: scope `*` alone
};
[[nodiscard]] std::string_view toText(Right right);

/// What a call does to the world; MCP annotations and the audit follow it.
enum class Effect : std::uint8_t
{
    read,
    write,
    destroy
};
[[nodiscard]] std::string_view toText(Effect effect);

/// A parameter's or result field's type in manifest format 1.
struct Type
{
    enum class Kind : std::uint8_t
    {
        string,
        integer,
        number,
        boolean,
        array,
        object,
        json ///< any value; results only
    };

    Kind kind{Kind::json};
    FixedList<std::string_view, 16> choices{}; ///< string: the words allowed; empty: any
    std::optional<std::int64_t> minimum{};     ///< integer: inclusive
    std::optional<std::int64_t> maximum{};
    const Type* items{nullptr};      ///< array: of these
    std::span<const Param> fields{}; ///< object: exactly these

    [[nodiscard]] static constexpr Type string(FixedList<std::string_view, 16> words = {})
    {
        return {.kind = Kind::string, .choices = words};
    }
    [[nodiscard]] static constexpr Type integer(std::optional<std::int64_t> least = {}, std::optional<std::int64_t> most = {})
    {
        return {.kind = Kind::integer, .minimum = least, .maximum = most};
    }
    [[nodiscard]] static constexpr Type number() { return {.kind = Kind::number}; }
    [[nodiscard]] static constexpr Type boolean() { return {.kind = Kind::boolean}; }
    [[nodiscard]] static constexpr Type json() { return {.kind = Kind::json}; }
    [[nodiscard]] static constexpr Type array(const Type& of) { return {.kind = Kind::array, .items = &of}; }
    [[nodiscard]] static constexpr Type object(std::span<const Param> of) { return {.kind = Kind::object, .fields = of}; }
};
[[nodiscard]] std::string_view toText(Type::Kind kind);

/// A default that the manifest shows and the gate fills in. Scalars only.
struct Default
{
    enum class Kind : std::uint8_t
    {
        none,
        boolean,
        integer,
        string
    };
    Kind kind{Kind::none};
    bool flag{false};
    std::int64_t number{0};
    std::string_view text{};

    constexpr Default() = default;
    constexpr Default(bool value) : kind(Kind::boolean), flag(value) {}
    constexpr Default(int value) : kind(Kind::integer), number(value) {}
    constexpr Default(std::int64_t value) : kind(Kind::integer), number(value) {}
    constexpr Default(const char* value) : kind(Kind::string), text(value) {}
};

/// A parameter, a field of an object, a result field, or a field of an error's data.
struct Param
{
    std::string_view name; ///< [a-z][a-z0-9_]*
    Type type{};
    bool required{false};
    std::string_view summary{}; ///< one line, no full stop
    Default fallback{};         ///< without one, absence reaches the verb as absence
    bool standardInput{false};  ///< string: `-` on a command line reads standard input
};

struct ErrorSpec
{
    std::string_view code;         ///< class.name; class: invalid_params, denied, not_found, conflict, unavailable or internal
    std::string_view when;         ///< one line, no full stop
    std::span<const Param> data{}; ///< fields of the error's data
};

/// A set of parameters and errors that verbs of several plugins share. It belongs to plugin `owner`.
struct ParamGroup
{
    std::string_view name;
    std::string_view owner;
    std::span<const Param> params{};
    std::span<const ErrorSpec> errors{};
};

/// One right that the caller must hold before the verb looks anything up.
/// With `param`: on the session, window or pane that this parameter names; an optional one that is absent asks nothing and
/// the verb filters its result by what the caller may read. Without: on scope `*`.
struct Authorize
{
    Right right{Right::admin};
    std::string_view param{};
    std::optional<ResourceKind> kind{};

    constexpr Authorize() = default;
    constexpr Authorize(Right needed) : right(needed) {}
    constexpr Authorize(Right needed, std::string_view name) : right(needed), param(name)
    {
        if (name == "session") kind = ResourceKind::session;
        if (name == "window") kind = ResourceKind::window;
        if (name == "pane") kind = ResourceKind::pane;
    }
    constexpr Authorize(Right needed, std::string_view name, ResourceKind of) : right(needed), param(name), kind(of) {}
};

struct Example
{
    std::string_view summary;
    std::string_view params; ///< a JSON object
};

/// A value of a result field that gives the CLI an exit status other than 0.
struct ExitStatus
{
    std::string_view value;
    int status{0};
};
struct ExitMap
{
    std::string_view field{};
    FixedList<ExitStatus, 8> statuses{};
};

struct GroupRef
{
    const ParamGroup* group{nullptr};
    constexpr GroupRef() = default;
    constexpr GroupRef(const ParamGroup& of) : group(&of) {}
};

struct VerbSpec
{
    std::string_view name;          ///< family.verb, or one word
    std::string_view summary;       ///< one line, no full stop
    std::string_view description{}; ///< Markdown, a paragraph or two
    FixedList<Authorize, 4> authorize{};
    Effect effect{Effect::read};
    std::span<const Param> params{};
    FixedList<GroupRef, 4> include{};
    std::span<const Param> result{};
    std::span<const ErrorSpec> errors{};
    std::span<const Example> examples{};
    std::string_view rest{}; ///< the parameter that takes the CLI's words after `--`
    bool stream{false};      ///< the answer may be followed by event or output frames
    /// The answer waits for something that may take long: counted under `limits.waits`, not `limits.pending`.
    bool waits{false};
    ExitMap exit{};

    [[nodiscard]] constexpr std::string_view family() const { return name.substr(0, name.find('.')); }
};

/// A verb as a plugin hands it to the kernel. The handler runs on the control loop: it must not block, and it may take the
/// call away (std::move) to answer later from any thread. A Refusal that it throws answers the call; any other exception
/// answers `internal.plugin`.
struct Verb
{
    const VerbSpec* spec{nullptr};
    std::function<void(Call& call)> run;
};

} // namespace v1
} // namespace venomx
