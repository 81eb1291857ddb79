#include "client/mcp/HostConfig.h"

#include <algorithm>
#include <array>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kSocket{"VENOMX_SOCKET"};
constexpr std::string_view kToken{"VENOMX_TOKEN"};

/// How a host that has them writes references to its own environment; empty texts where it has none.
struct Form
{
    std::string_view host;
    std::string_view list;      ///< the member that holds the servers
    std::string_view before;    ///< a reference's text before the variable's name
    std::string_view after;     ///< and after it
    std::string_view tokenFrom; ///< in place of a reference to the token
    bool typed{false};          ///< each server says that it is of type stdio
};

constexpr std::array<Form, 5> kForms{{
    {"claude-code", "mcpServers", "${", ":-}", "", true},
    {"claude-desktop", "mcpServers", "", "", "<token>"},
    {"vscode", "servers", "${env:", "}", "${input:venomx-token}", true},
    {"cursor", "mcpServers", "${env:", "}", ""},
    {"inspector", "mcpServers", "", "", "<token>", true},
}};

constexpr std::array<std::string_view, 6> kHosts{"claude-code", "claude-desktop", "codex", "vscode", "cursor", "inspector"};

std::vector<std::string> wordsOf(const HostSettings& settings)
{
    std::vector<std::string> words{"mcp"};
    words.insert(words.end(), settings.words.begin(), settings.words.end());
    if (!settings.tokenFile.empty()) words.insert(words.end(), {"--token-file", settings.tokenFile});
    return words;
}

std::string reference(const Form& form, std::string_view variable)
{
    return std::string{form.before}.append(variable).append(form.after);
}

void writeEnvironment(JsonWriter& json, const Form& form, const HostSettings& settings)
{
    json.key("env").beginObject();
    json.field(kSocket, form.before.empty() || settings.socketGiven ? settings.socket : reference(form, kSocket));
    if (settings.ownerToken)
        json.field(kToken, "@owner");
    else if (settings.tokenFile.empty())
        json.field(kToken, form.tokenFrom.empty() ? reference(form, kToken) : std::string{form.tokenFrom});
    json.endObject();
}

void writeServer(JsonWriter& json, const Form& form, const HostSettings& settings)
{
    json.key("venomx").beginObject();
    if (form.typed) json.field("type", "stdio");
    json.field("command", std::string_view{settings.program}).key("args").beginArray();
    for (const std::string& word : wordsOf(settings)) json.value(std::string_view{word});
    json.endArray();
    writeEnvironment(json, form, settings);
    json.endObject();
}

/// What the host asks its user for, and keeps.
void writeInputs(JsonWriter& json, const Form& form, const HostSettings& settings)
{
    if (!form.tokenFrom.starts_with("${input:") || settings.ownerToken || !settings.tokenFile.empty()) return;
    json.key("inputs").beginArray().beginObject().field("type", "promptString").field("id", "venomx-token");
    json.field("description", "Token for venomx").field("password", true).endObject().endArray();
}

std::string jsonConfig(const Form& form, const HostSettings& settings)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    writeInputs(json, form, settings);
    json.key(form.list).beginObject();
    writeServer(json, form, settings);
    json.endObject().endObject();
    return text + "\n";
}

/// A basic string of TOML, which JSON's strings are too.
std::string quoted(std::string_view text)
{
    std::string out;
    JsonWriter{out}.value(text);
    return out;
}

std::string codexConfig(const HostSettings& settings)
{
    std::string text = "[mcp_servers.venomx]\ncommand = " + quoted(settings.program) + "\nargs = [";
    for (const std::string& word : wordsOf(settings)) text += (text.ends_with('[') ? "" : ", ") + quoted(word);
    text += "]\n";
    std::string passed;
    std::string fixed;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    if (settings.socketGiven)
        add(fixed, "VENOMX_SOCKET = " + quoted(settings.socket));
    else
        add(passed, quoted(kSocket));
    if (settings.ownerToken)
        add(fixed, "VENOMX_TOKEN = \"@owner\"");
    else if (settings.tokenFile.empty())
        add(passed, quoted(kToken));
    if (!passed.empty()) text += "env_vars = [" + passed + "]\n";
    if (!fixed.empty()) text += "env = { " + fixed + " }\n";
    return text;
}

} // namespace

std::span<const std::string_view> hostNames()
{
    return kHosts;
}

std::optional<std::string> hostConfig(std::string_view host, const HostSettings& settings)
{
    if (host == "codex") return codexConfig(settings);
    const auto* const form = std::ranges::find(kForms, host, &Form::host);
    return form != kForms.end() ? std::optional{jsonConfig(*form, settings)} : std::nullopt;
}

} // namespace venomx::client::mcp
