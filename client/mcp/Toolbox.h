// The tools that a manifest makes: one for each verb, `pane.split` as `pane_split`, in the order of the verbs' names. A verb
// that streams is a tool where it can be asked for what is there (a boolean `follow`), since a call has one answer.
// It stays where it is, as its manifest does. Owned by Link; one thread.
#pragma once

#include "client/manifest/Manifest.h"
#include "client/mcp/Pages.h"
#include "client/mcp/Settings.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Toolbox
{
public:
    Toolbox(Manifest manifest, Toolset toolset);
    Toolbox(const Toolbox&) = delete;
    Toolbox& operator=(const Toolbox&) = delete;

    [[nodiscard]] std::string_view hash() const { return _manifest.hash(); }
    /// The tools as tools/list tells them.
    [[nodiscard]] Items listing() const;
    [[nodiscard]] const Manifest& manifest() const { return _manifest; }
    [[nodiscard]] std::optional<VerbView> find(std::string_view tool) const;

private:
    Manifest _manifest;
    std::map<std::string, std::string, std::less<>> _tools; ///< a tool's verb
};

} // namespace venomx::client::mcp
