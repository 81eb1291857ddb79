// The manifest, format 1: every plugin's verbs, groups and place as JSON, from which all clients are made.
// Written when it is first asked for, and again after verbs have changed. Owned by the daemon; control loop only.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/verbs/Registry.h"

namespace venomx::kernel
{

inline constexpr std::string_view kEventKinds{"{event kinds}"};

class Manifest
{
public:
    explicit Manifest(const Registry& registry) : _registry(registry) {}
    Manifest(const Manifest&) = delete;
    Manifest& operator=(const Manifest&) = delete;

    /// {"format":1,"plugins":[…]}. Where a summary holds kEventKinds, the kinds that the plugins publish stand in its place.
    [[nodiscard]] const std::string& text();
    /// SHA-256 of the text, 64 hex digits.
    [[nodiscard]] const std::string& hash();

private:
    void refresh();
    [[nodiscard]] std::string eventKinds() const;

    const Registry& _registry;
    std::uint64_t _revision{0};
    std::string _text;
    std::string _hash;
};

/// One plugin's object in the manifest.
[[nodiscard]] std::string pluginManifest(const PluginInfo& info, std::span<const RegisteredVerb* const> verbs);

} // namespace venomx::kernel
