// A session of our daemon for a benchmark's windows, over one connection: what is asked, and the fields of what is answered.
#pragma once

#include "bench/support/Peers.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace venomx::bench
{

/// The string (or, for `number`, the whole number) under `name` in a line of JSON; throws when it is not there.
[[nodiscard]] std::string field(std::string_view line, std::string_view name);
[[nodiscard]] std::uint64_t number(std::string_view line, std::string_view name);

class Workspace
{
public:
    explicit Workspace(const VenomxDaemon& daemon);

    /// `argv` as JSON. The new pane's id.
    std::string create(const std::string& argv);
    void waitForExit(const std::string& pane);
    void close(const std::string& pane);
    /// Sends a request and returns its answer; valid until the next call.
    [[nodiscard]] std::string_view ask(std::string_view verb, std::string_view params = "{}");

    [[nodiscard]] Lines& wire() { return _wire; }
    [[nodiscard]] const std::string& session() const { return _session; }

private:
    Lines _wire;
    std::string _session;
};

} // namespace venomx::bench
