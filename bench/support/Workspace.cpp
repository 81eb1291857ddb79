#include "bench/support/Workspace.h"

#include <charconv>
#include <stdexcept>

namespace venomx::bench
{

namespace
{

std::string_view after(std::string_view line, const std::string& mark)
{
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) throw std::runtime_error("unexpected answer: " + std::string{line.substr(0, 200)});
    return line.substr(at + mark.size());
}

} // namespace

std::string field(std::string_view line, std::string_view name)
{
    const std::string_view rest = after(line, "\"" + std::string{name} + "\":\"");
    return std::string{rest.substr(0, rest.find('"'))};
}

std::uint64_t number(std::string_view line, std::string_view name)
{
    const std::string_view rest = after(line, "\"" + std::string{name} + "\":");
    std::uint64_t value = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec != std::errc{})
        throw std::runtime_error("no number: " + std::string{line.substr(0, 200)});
    return value;
}

Workspace::Workspace(const VenomxDaemon& daemon) : _wire(daemon.connect())
{
    _session = field(ask("session.create"), "session");
}

std::string Workspace::create(const std::string& argv)
{
    return field(ask("window.create", R"({"session":")" + _session + R"(","argv":)" + argv + "}"), "pane");
}

void Workspace::waitForExit(const std::string& pane)
{
    const std::string_view answer = ask("pane.wait", R"({"pane":")" + pane + R"(","until":"exit","timeout_ms":600000})");
    if (field(answer, "reason") != "exit") throw std::runtime_error("a program did not end");
}

void Workspace::close(const std::string& pane)
{
    (void)field(ask("pane.close", R"({"pane":")" + pane + R"(","grace_ms":0})"), "pane");
}

std::string_view Workspace::ask(std::string_view verb, std::string_view params)
{
    _wire.send(R"({"id":1,"verb":")" + std::string{verb} + R"(","params":)" + std::string{params} + "}\n");
    return _wire.receive();
}

} // namespace venomx::bench
