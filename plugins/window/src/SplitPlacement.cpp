#include "SplitPlacement.h"

#include <venomx/sdk/errors.h>

#include "Sizes.h"

namespace venomx::window
{

SplitPlacement::SplitPlacement(Workspace& workspace, PaneId source, const Call& call) : _workspace(&workspace), _source(source)
{
    const Window& window = sourceWindow();
    _window = window.id;
    _session = window.session;
    readOrder(call);
    if (_both || !_malformed.empty()) return;
    const auto planned = window.layout.plan(_source, _order);
    if (!planned) throw errors::noSpace();
    _size = *planned;
}

void SplitPlacement::readOrder(const Call& call)
{
    constexpr std::int64_t kWhole = 100;
    _order.axis = call.text("axis") == "rows" ? Axis::rows : Axis::cols;
    _order.before = call.findFlag("before").value_or(false);
    const auto cells = call.findInteger("size");
    const auto percent = call.findInteger("percent");
    if (cells && !lengthAllowed(*cells))
        _malformed = "size";
    else if (cells && percent)
        _both = true;
    else if (percent && (*percent < 1 || *percent > kWhole))
        _malformed = "percent";
    else if (cells)
        _order.cells = static_cast<int>(*cells);
    else if (percent)
        _order.percent = static_cast<int>(*percent);
}

const Window& SplitPlacement::sourceWindow() const
{
    const Window* window = _workspace->windowOf(_source);
    if (!window || !_workspace->takesPanes(*window)) throw errors::noPane();
    return *window;
}

void SplitPlacement::checkParams(const Call&)
{
    if (_both) throw Refusal{"invalid_params.size", "give size or percent, not both"}.at("percent");
    if (!_malformed.empty()) throw errors::size(_malformed.view());
}

void SplitPlacement::commit(const NewPane& pane)
{
    (void)sourceWindow();
    const Window& window = _workspace->split(_source, _order, pane);
    _size = window.layout.sizeOf(pane.pane).value();
}

void SplitPlacement::announceAfter()
{
    if (const Window* window = _workspace->find(_window)) _workspace->announce().layoutChanged(*window);
}

} // namespace venomx::window
