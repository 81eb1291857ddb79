// The names of the things that verbs act on: s0, w0, p0 and the principals owner, unknown, g1.
// Ids count up for the life of the daemon and are never reused. Values; any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace venomx
{
inline namespace v1
{

enum class ResourceKind : std::uint8_t
{
    session,
    window,
    pane
};

/// One session, window or pane. `parse` takes exactly the form that `str` gives (no leading zeros, no sign).
struct ResourceId
{
    ResourceKind kind{ResourceKind::session};
    std::uint64_t number{0};

    [[nodiscard]] std::string str() const;
    [[nodiscard]] static std::optional<ResourceId> parse(std::string_view text);
    auto operator<=>(const ResourceId&) const = default;
};

/// A ResourceId whose kind the compiler knows.
template <ResourceKind K>
struct StrongId
{
    std::uint64_t number{0};

    [[nodiscard]] ResourceId resource() const { return {K, number}; }
    operator ResourceId() const { return resource(); }
    [[nodiscard]] std::string str() const { return resource().str(); }
    [[nodiscard]] static std::optional<StrongId> from(const std::optional<ResourceId>& id)
    {
        return id && id->kind == K ? std::optional<StrongId>{StrongId{id->number}} : std::nullopt;
    }
    auto operator<=>(const StrongId&) const = default;
};

using SessionId = StrongId<ResourceKind::session>;
using WindowId = StrongId<ResourceKind::window>;
using PaneId = StrongId<ResourceKind::pane>;

/// Whoever a request is made by: `owner`, `unknown` or `g<n>` with n >= 1.
class PrincipalId
{
public:
    constexpr PrincipalId() = default; ///< unknown
    [[nodiscard]] static constexpr PrincipalId owner() { return PrincipalId{kOwner}; }
    [[nodiscard]] static constexpr PrincipalId unknown() { return PrincipalId{kUnknown}; }
    /// An `unknown` that may not do what `unknown` may: a client of which the daemon cannot tell where it comes from.
    [[nodiscard]] static constexpr PrincipalId nobody() { return PrincipalId{kNobody}; }
    [[nodiscard]] static constexpr PrincipalId generated(std::uint64_t number) { return PrincipalId{number}; }
    [[nodiscard]] static std::optional<PrincipalId> parse(std::string_view text);

    [[nodiscard]] std::string str() const;
    [[nodiscard]] constexpr std::uint64_t raw() const { return _value; }
    constexpr auto operator<=>(const PrincipalId&) const = default;

private:
    static constexpr std::uint64_t kUnknown = 0;
    static constexpr std::uint64_t kOwner = ~std::uint64_t{0};
    static constexpr std::uint64_t kNobody = kOwner - 1;
    constexpr explicit PrincipalId(std::uint64_t value) : _value(value) {}
    std::uint64_t _value{kUnknown};
};

} // namespace v1
} // namespace venomx
