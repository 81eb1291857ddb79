// How many connections each holder has, which of them have not said hello yet, and which one makes room for another. Whoever
// comes from outside is let in as long as anybody else holds something, so that no crowd, in a pane or outside, locks the owner
// out; the owner's own connections are counted and never bounded by a share, nor closed for others.
// Owned by what the connections share; outlives them. Control loop only.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <venomx/sdk/literal.h>

#include "kernel/authority/Peers.h"
#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

/// Whose a connection is: below a pane, the peer's as it was found at accept, whatever token it shows; from outside, its
/// speaker's, and before it has said hello one of those that arrive.
struct Holder
{
    PrincipalId principal;
    bool arriving{false}; ///< from outside, and no hello yet
    auto operator<=>(const Holder&) const = default;

    [[nodiscard]] static Holder of(const Standing& standing);
};

class Places
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// `limits` outlive this, and may change.
    explicit Places(const WireLimits& limits) : _limits(limits) {}
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;

    /// One connection's place, given back when this goes.
    class Place
    {
    public:
        Place(Places& places, std::uint64_t ticket) : _places(&places), _ticket(ticket) {}
        ~Place() { giveBack(); }
        Place(Place&& other) noexcept : _places(std::exchange(other._places, nullptr)), _ticket(other._ticket) {}
        Place& operator=(Place&&) = delete;
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// It would say hello as `speaker`. False: too many do; it stays one that has not said hello.
        [[nodiscard]] bool speaks(PrincipalId speaker) { return _places->speaks(_ticket, speaker); }
        void giveBack()
        {
            if (Places* places = std::exchange(_places, nullptr)) places->leave(_ticket);
        }

    private:
        Places* _places;
        std::uint64_t _ticket;
    };

    struct Ruling
    {
        bool admitted{true};
        Literal bound{};             ///< refused: which bound it met, `principal` or `daemon`
        std::optional<int> leaves{}; ///< admitted, and this connection is to be closed for it
    };
    /// May one more of this standing come? `cramped`: there are no descriptors left, however few connections there are.
    [[nodiscard]] Ruling rule(const Standing& newcomer, bool cramped) const;
    /// The connection with descriptor `number`, which was admitted.
    [[nodiscard]] Place enter(int number, const Standing& standing, Time now);
    /// Who goes when somebody unknown must get in.
    [[nodiscard]] std::optional<int> leaving() const { return roomForOutside(); }

    struct Waiting
    {
        int number{-1};
        Time since;
    };
    /// The oldest that has not said hello.
    [[nodiscard]] std::optional<Waiting> oldest() const;

private:
    struct Seat
    {
        int number{-1};
        Time since;
        Holder holder;
        bool greeted{false};
    };
    struct Share ///< one holder's, in the order of arrival
    {
        std::set<std::uint64_t> waiting;
        std::set<std::uint64_t> greeted;
        [[nodiscard]] std::size_t size() const { return waiting.size() + greeted.size(); }
    };

    [[nodiscard]] bool speaks(std::uint64_t ticket, PrincipalId speaker);
    void leave(std::uint64_t ticket);
    void remove(std::uint64_t ticket, const Seat& seat);
    [[nodiscard]] std::size_t held(const Holder& holder) const;
    [[nodiscard]] std::optional<int> roomForOutside() const;
    [[nodiscard]] std::optional<int> roomFor(const Holder& newcomer) const;
    [[nodiscard]] const Share* mostWaiting() const;
    [[nodiscard]] const Share* mostGreeted() const;
    [[nodiscard]] int numberOf(std::uint64_t ticket) const { return _seats.at(ticket).number; }

    const WireLimits& _limits;
    std::uint64_t _next{0};
    std::map<std::uint64_t, Seat> _seats;
    std::set<std::uint64_t> _waiting;
    std::map<Holder, Share> _shares;
};

} // namespace venomx::kernel
