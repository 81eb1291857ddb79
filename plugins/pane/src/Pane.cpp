#include "Pane.h"

#include <venomx/sdk/services/clock.h>

namespace venomx::pane
{

Result paneResult(const Pane& pane)
{
    Result result;
    result.field("pane", pane.id.str()).field("window", pane.window.str()).field("session", pane.session.str());
    result.field("principal", pane.principal.str()).field("pid", static_cast<std::int64_t>(pane.pid));
    result.field("cols", pane.size.cols).field("rows", pane.size.rows);
    result.field("state", pane.exited ? "exited" : "running");
    result.field("argv0", pane.argv0).field("title", pane.title);
    result.field("created", rfc3339(pane.created));
    if (pane.exited) result.field("exited", rfc3339(*pane.exited)).rawField("status", toJson(*pane.status));
    result.field("bytes_out", pane.console->bytesOut()).field("bytes_in", pane.console->bytesIn());
    return result;
}

void writePane(JsonWriter& json, const Pane& pane)
{
    json.raw(paneResult(pane).take());
}

} // namespace venomx::pane
