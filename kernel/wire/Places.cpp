#include "kernel/wire/Places.h"

namespace venomx::kernel
{
namespace
{

/// So many that arrive are left alone while there is anybody else to make room: an owner among them has time for its hello.
constexpr std::size_t kArrivals = 16;
constexpr Holder kArriving{.principal = PrincipalId::unknown(), .arriving = true};

} // namespace

Holder Holder::of(const Standing& standing)
{
    return {.principal = standing.withoutToken, .arriving = standing.withoutToken == PrincipalId::unknown()};
}

Places::Ruling Places::rule(const Standing& newcomer, bool cramped) const
{
    const Holder holder = Holder::of(newcomer);
    const bool own = held(holder) >= _limits.share();
    if (own && !holder.arriving) return {.admitted = false, .bound = "principal"};
    if (!own && !cramped && _seats.size() < _limits.connections) return {};
    // One that arrives may be the owner, and is never turned away for those that arrived before.
    const auto leaves =
        own ? std::optional{numberOf(*_shares.at(holder).waiting.begin())} : (holder.arriving ? roomForOutside() : roomFor(holder));
    if (!leaves) return {.admitted = false, .bound = "daemon"};
    return {.leaves = leaves};
}

/// Whoever is below a pane and silent, then one of many that arrive, then one that speaks.
std::optional<int> Places::roomForOutside() const
{
    if (const Share* share = mostWaiting()) return numberOf(*share->waiting.begin());
    const auto arriving = _shares.find(kArriving);
    if (arriving != _shares.end() && arriving->second.size() > kArrivals) return numberOf(*arriving->second.waiting.begin());
    if (const Share* share = mostGreeted()) return numberOf(*share->greeted.rbegin());
    if (arriving != _shares.end()) return numberOf(*arriving->second.waiting.begin());
    return {};
}

/// Only a silent one makes room for what is below a pane, and only where more is held than by the newcomer's own.
std::optional<int> Places::roomFor(const Holder& newcomer) const
{
    const Share* share = mostWaiting();
    if (share == nullptr || share->size() <= held(newcomer) + 1) return {};
    return numberOf(*share->waiting.begin());
}

/// The largest share below a pane with one that has not said hello.
const Places::Share* Places::mostWaiting() const
{
    const Share* most = nullptr;
    for (const auto& [holder, share] : _shares)
        if (!holder.arriving && !share.waiting.empty() && (most == nullptr || share.size() > most->size())) most = &share;
    return most;
}

const Places::Share* Places::mostGreeted() const
{
    const Share* most = nullptr;
    for (const auto& [holder, share] : _shares)
        if (holder.principal != PrincipalId::owner() && !share.greeted.empty() &&
            (most == nullptr || share.greeted.size() > most->greeted.size()))
            most = &share;
    return most;
}

Places::Place Places::enter(int number, const Standing& standing, Time now)
{
    const std::uint64_t ticket = _next++;
    const Seat seat{.number = number, .since = now, .holder = Holder::of(standing)};
    _seats.emplace(ticket, seat);
    _waiting.insert(ticket);
    _shares[seat.holder].waiting.insert(ticket);
    return {*this, ticket};
}

bool Places::speaks(std::uint64_t ticket, PrincipalId speaker)
{
    Seat& seat = _seats.at(ticket);
    const bool owner = speaker == PrincipalId::owner();
    const Holder holder = owner || seat.holder.arriving ? Holder{.principal = speaker} : seat.holder;
    if (!owner && holder != seat.holder && held(holder) >= _limits.share()) return false;
    remove(ticket, seat);
    seat.holder = holder;
    seat.greeted = true;
    _shares[holder].greeted.insert(ticket);
    return true;
}

void Places::leave(std::uint64_t ticket)
{
    const auto found = _seats.find(ticket);
    remove(ticket, found->second);
    _seats.erase(found);
}

void Places::remove(std::uint64_t ticket, const Seat& seat)
{
    _waiting.erase(ticket);
    const auto share = _shares.find(seat.holder);
    (seat.greeted ? share->second.greeted : share->second.waiting).erase(ticket);
    if (share->second.size() == 0) _shares.erase(share);
}

std::size_t Places::held(const Holder& holder) const
{
    const auto found = _shares.find(holder);
    return found == _shares.end() ? 0 : found->second.size();
}

std::optional<Places::Waiting> Places::oldest() const
{
    if (_waiting.empty()) return {};
    const Seat& seat = _seats.at(*_waiting.begin());
    return Waiting{.number = seat.number, .since = seat.since};
}

} // namespace venomx::kernel
