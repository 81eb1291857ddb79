#include "NewWindowPlacement.h"

#include <venomx/sdk/errors.h>

#include "Names.h"
#include "Sizes.h"

namespace venomx::window
{

void NewWindowPlacement::checkParams(const Call& call)
{
    _size.cols = lengthOf(call, "cols");
    _size.rows = lengthOf(call, "rows");
    if (const auto name = call.findText("name"))
    {
        if (!windowNameAllowed(*name)) throw nameNotAllowed();
        _name = *name;
    }
}

void NewWindowPlacement::checkRoom()
{
    if (!LayoutTree::possible(_size)) throw errors::noSpace();
}

void NewWindowPlacement::commit(const NewPane& pane)
{
    _workspace->mustTakeWindows(_session);
    _window = _workspace->addWindow(_session, std::move(_name), _size, pane).id;
}

void NewWindowPlacement::announceBefore()
{
    if (const Window* window = _workspace->find(_window)) _workspace->announce().windowCreated(*window);
}

void NewWindowPlacement::announceAfter()
{
    if (const Window* window = _workspace->find(_window)) _workspace->announce().layoutChanged(*window);
}

} // namespace venomx::window
