// The daemon's manifest (format 1) as the client uses it: verbs by name, their parameters with those of included groups.
// A Manifest owns the memory that all views of it point into, and stays where it is while there are any; views are small
// values. One thread.
#pragma once

#include "client/manifest/ParamView.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>

namespace venomx::client
{

class Manifest;

struct ErrorView
{
    std::string_view code;
    std::string_view when;
    std::span<const Value> data; ///< the fields of the error's data, as params
};

class VerbView
{
public:
    VerbView(const Value& verb, const Manifest& manifest) : _verb(&verb), _manifest(&manifest) {}

    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::string_view family() const { return name().substr(0, name().find('.')); }
    /// As it is typed: "pane split".
    [[nodiscard]] std::string command() const;
    [[nodiscard]] std::string_view summary() const;
    [[nodiscard]] std::string_view description() const;
    /// Its own and those of the groups that it includes, in this order.
    [[nodiscard]] std::vector<ParamView> params() const;
    [[nodiscard]] std::vector<ParamView> results() const;
    /// The type of the elements of the result's list of that name; a type of anything where the spec has no such list.
    [[nodiscard]] TypeView resultItem(std::string_view name) const;
    /// Those that it declares, those of the groups that it includes, and the denials of the rights that it asks for.
    [[nodiscard]] std::vector<ErrorView> errors() const;
    [[nodiscard]] std::span<const Value> examples() const;
    /// The parameter that takes the words after `--`; empty: none.
    [[nodiscard]] std::string_view rest() const;
    [[nodiscard]] bool stream() const;
    /// What the manifest's `exit` says of this result; 0 when it says nothing.
    [[nodiscard]] int exitStatus(const Value& result) const;
    [[nodiscard]] const Value& json() const { return *_verb; }

private:
    const Value* _verb;
    const Manifest* _manifest;
};

class Manifest
{
public:
    /// `text` is the result of `manifest.get`. Nothing when it is not a manifest of format 1.
    [[nodiscard]] static std::optional<Manifest> read(std::string_view text);

    /// Sorted by name.
    [[nodiscard]] std::vector<VerbView> verbs() const;
    [[nodiscard]] std::optional<VerbView> find(std::string_view name) const;
    [[nodiscard]] std::string_view hash() const { return _hash; }
    /// The format-1 object of each plugin, the kernel's first.
    [[nodiscard]] std::span<const Value> plugins() const { return _plugins; }
    /// All of it, as the daemon gave it.
    [[nodiscard]] const Value& json() const { return *_content; }
    /// The parameter group of that name, or nullptr.
    [[nodiscard]] const Value* group(std::string_view name) const;

private:
    Manifest() = default;
    Arena _arena;
    const Value* _content{nullptr};
    std::span<const Value> _plugins;
    std::string_view _hash;
};

} // namespace venomx::client
