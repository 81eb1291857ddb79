#include "ChildEnvironment.h"

#include <cstring>

namespace venomx::spawn
{
namespace
{

constexpr std::string_view kTerminalType = "xterm-256color";
constexpr std::size_t kDaemonVariables = 6;

class Builder
{
public:
    Builder(Arena& arena, std::size_t most) : _arena(&arena), _entries(arena.array<char*>(most + 1)) {}

    void add(std::string_view name, std::string_view value)
    {
        auto* text = static_cast<char*>(_arena->allocate(name.size() + value.size() + 2, 1));
        std::memcpy(text, name.data(), name.size());
        text[name.size()] = '=';
        if (!value.empty()) std::memcpy(text + name.size() + 1, value.data(), value.size());
        text[name.size() + 1 + value.size()] = '\0';
        put(text, name, {text + name.size() + 1, value.size()});
    }
    /// Kept where it is: the base outlives every child's start.
    void refer(const BaseEnvironment::Variable& variable)
    {
        // execve takes char* and writes nothing.
        put(const_cast<char*>(variable.text.c_str()), variable.name(), variable.value()); // NOLINT(*-const-cast)
    }
    [[nodiscard]] ChildEnvironment done() const { return {_entries.data(), _path}; }

private:
    void put(char* text, std::string_view name, std::string_view value)
    {
        _entries[_count++] = text;
        if (name == "PATH") _path = value;
    }

    Arena* _arena;
    std::span<char*> _entries;
    std::size_t _count{0};
    std::optional<std::string_view> _path;
};

} // namespace

ChildEnvironment buildEnvironment(Arena& arena, const BaseEnvironment& base, const EnvironmentChange& change, const DaemonVariables& daemon)
{
    const bool setsDirectory = daemon.directory && !change.named.contains("PWD");
    const bool setsTerminal = !change.named.contains("TERM");
    Builder builder{arena, base.variables().size() + change.set.size() + kDaemonVariables};

    for (const BaseEnvironment::Variable& variable : base.variables())
    {
        const std::string_view name = variable.name();
        if (change.named.contains(name) || (setsDirectory && name == "PWD") || (setsTerminal && name == "TERM")) continue;
        builder.refer(variable);
    }
    for (const EnvEntry& entry : change.set) builder.add(entry.name, entry.value);

    builder.add("VENOMX_TOKEN", daemon.identity.token.expose());
    builder.add("VENOMX_PRINCIPAL", daemon.identity.principal.str());
    builder.add("VENOMX_PANE", daemon.identity.pane.str());
    builder.add("VENOMX_SOCKET", daemon.socket);
    if (setsDirectory) builder.add("PWD", *daemon.directory);
    if (setsTerminal) builder.add("TERM", kTerminalType);
    return builder.done();
}

} // namespace venomx::spawn
