#include "Closings.h"

#include <venomx/sdk/errors.h>

#include "Specs.h"

namespace venomx::window
{

Result closedWith(std::string_view what, const std::string& id, std::span<const PaneId> panes)
{
    Result result;
    result.field(what, id).write("panes", [&](JsonWriter& json) { writeIds(json, panes); });
    return result;
}

void Closings::start(Call call, Panes& panes, const std::vector<PaneId>& ids, Finish finish)
{
    const auto grace = graceOf(call);
    const std::uint64_t key = _next++;
    _table->emplace(key, Closing{.call = std::move(call), .open = ids.size() + 1, .finish = std::move(finish)});
    for (const PaneId id : ids)
    {
        panes.close(id, grace,
                    [weak = std::weak_ptr{_table}, key](const PaneStatus&)
                    {
                        if (const auto table = weak.lock()) oneDone(*table, key);
                    });
    }
    oneDone(*_table, key);
}

void Closings::oneDone(Table& table, std::uint64_t key)
{
    const auto found = table.find(key);
    if (found == table.end() || --found->second.open > 0) return;
    Closing closing = std::move(found->second);
    table.erase(found);
    closing.call.guard([&] { closing.call.answer(closing.finish()); });
}

void Closings::answerAll()
{
    for (auto& [key, closing] : std::exchange(*_table, {})) closing.call.refuse(errors::shutdown());
}

} // namespace venomx::window
