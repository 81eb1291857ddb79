// The program run against a FakeDaemon, with a cache folder beside its socket, and what is to come of it. Functions; the test's thread.
#pragma once

#include "FakeDaemon.h"
#include "Program.h"

#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::test
{

[[nodiscard]] Program::Environment environment(const FakeDaemon& daemon);
[[nodiscard]] Ended run(const FakeDaemon& daemon, std::vector<std::string> words);
/// Exactly this came of it.
void expect(const Ended& ended, int status, std::string_view out, std::string_view error);

} // namespace venomx::client::test
