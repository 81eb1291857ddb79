#include "kernel/wire/LongAnswers.h"

#include <algorithm>
#include <utility>

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kAtOnce = 2;

} // namespace

void LongAnswers::ask(const LongReader& reader, std::uint64_t id, std::function<void()> begin)
{
    asked(reader).waiting.push_back({.id = id, .turn = _turns++, .begin = std::move(begin)});
    ++_waiting;
    look();
}

LongAnswers::Asked& LongAnswers::asked(const LongReader& reader)
{
    if (const auto found = _readers.find(&reader); found != _readers.end()) return found->second;
    const auto like = _likes.try_emplace(reader.reader()).first;
    Asked& added = _readers.emplace(&reader, Asked{.like = like}).first->second;
    ++like->second.readers;
    return added;
}

void LongAnswers::ended(const LongReader& reader, std::uint64_t id)
{
    const auto found = _readers.find(&reader);
    if (found == _readers.end()) return;
    Asked& asked = found->second;
    if (asked.making == id)
    {
        asked.making.reset();
        --_making;
    }
    else
        _waiting -= std::erase_if(asked.waiting, [&](const Waiting& waiting) { return waiting.id == id; });
    look();
}

void LongAnswers::leave(const LongReader& reader)
{
    const auto found = _readers.find(&reader);
    if (found == _readers.end()) return;
    // Their requests may be told of it, and come back here.
    const Asked gone = std::move(found->second);
    _readers.erase(found);
    if (--gone.like->second.readers == 0) _likes.erase(gone.like);
    _waiting -= gone.waiting.size();
    if (gone.making) --_making;
    look();
}

void LongAnswers::look()
{
    // What is begun may end at once, and comes back here; the loop below goes on with what it made room for.
    if (_looking || _waiting == 0) return;
    _looking = true;
    while (_making < kAtOnce)
    {
        const auto found = next();
        if (found == _readers.end()) break;
        begin(found);
    }
    _looking = false;
}

void LongAnswers::sum()
{
    for (auto& [principal, like] : _likes) like.unread = 0;
    // One huge answer that a reader takes its time for must not hold up the others of its principal.
    for (const auto& [reader, asked] : _readers) asked.like->second.unread += std::min(reader->unread(), _limits.output);
}

/// Of those that may begin, the one whose principal has least unread; among equals the first that asked. It takes no memory.
LongAnswers::Readers::iterator LongAnswers::next()
{
    if (_waiting == 0) return _readers.end();
    sum();
    auto best = _readers.end();
    std::pair<std::size_t, std::uint64_t> least;
    for (auto at = _readers.begin(); at != _readers.end(); ++at)
    {
        const auto& [reader, asked] = *at;
        const std::size_t together = asked.like->second.unread;
        if (asked.waiting.empty() || asked.making || reader->unread() > _limits.output || together > _limits.unread()) continue;
        const std::pair rank{together, asked.waiting.front().turn};
        if (best != _readers.end() && rank >= least) continue;
        best = at;
        least = rank;
    }
    return best;
}

void LongAnswers::begin(Readers::iterator found)
{
    Asked& asked = found->second;
    const Waiting first = std::move(asked.waiting.front());
    asked.waiting.pop_front();
    asked.making = first.id;
    --_waiting;
    ++_making;
    first.begin();
}

} // namespace venomx::kernel
