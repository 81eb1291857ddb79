// Answers so long that their making waits for their readers: each reader makes one at a time, two are in the making at once, and
// none is begun for a reader, or a principal with all its readers, that has too much unread. Who has least unread goes first.
// So what clients ask for and do not read takes no more memory than the bounds, and one answer. What waits is never lost: it
// begins once enough was read, or its request ends. Owned by what the connections share; readers take leave before they go.
// Control loop only.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <venomx/sdk/ids.h>

#include "kernel/wire/WireLimits.h"

namespace venomx::kernel
{

class LongReader
{
public:
    virtual ~LongReader() = default;
    [[nodiscard]] virtual PrincipalId reader() const = 0;
    [[nodiscard]] virtual std::size_t unread() const = 0; ///< bytes
};

class LongAnswers
{
public:
    /// `limits` outlive this, and may change.
    explicit LongAnswers(const WireLimits& limits) : _limits(limits) {}
    LongAnswers(const LongAnswers&) = delete;
    LongAnswers& operator=(const LongAnswers&) = delete;

    /// `begin` is called when the answer may be made, perhaps at once; it throws nothing.
    void ask(const LongReader& reader, std::uint64_t id, std::function<void()> begin);
    /// The request has ended. Nothing when it never asked.
    void ended(const LongReader& reader, std::uint64_t id);
    /// The reader goes, and all that it asked for.
    void leave(const LongReader& reader);
    /// Something was read, or the limits are others.
    void look();

private:
    struct Waiting
    {
        std::uint64_t id;
        std::uint64_t turn;
        std::function<void()> begin;
    };
    struct Like ///< a principal's readers
    {
        std::size_t readers{0};
        std::size_t unread{0}; ///< while one is looked for
    };
    using Likes = std::map<PrincipalId, Like>;
    struct Asked
    {
        Likes::iterator like;
        std::list<Waiting> waiting{};
        std::optional<std::uint64_t> making{};
    };
    using Readers = std::map<const LongReader*, Asked>;

    [[nodiscard]] Asked& asked(const LongReader& reader);
    void sum();
    [[nodiscard]] Readers::iterator next();
    void begin(Readers::iterator found);

    const WireLimits& _limits;
    Likes _likes;
    Readers _readers; ///< who has ever asked: of the others nothing long can be unread
    std::uint64_t _turns{0};
    std::size_t _waiting{0};
    std::size_t _making{0};
    bool _looking{false};
};

} // namespace venomx::kernel
