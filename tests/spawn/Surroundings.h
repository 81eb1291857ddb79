// What tests of processes need around them: folders, files of /proc, the probe's report, a process of one's own.
// Functions for the test's thread; they throw std::runtime_error when the system does not play along.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "tests/support/TestFolder.h"

namespace venomx::tests
{

/// One whose folders may be closed to the test by the time it goes.
class TempFolder : public TestFolder
{
public:
    TempFolder() = default;
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    /// Writes an executable (or other) file and gives its path.
    std::string file(const std::string& name, const std::string& content, unsigned mode = 0755) const;
    std::string folder(const std::string& name) const;
};

[[nodiscard]] std::string jsonText(std::string_view text); ///< as JSON
[[nodiscard]] std::string readFile(const std::string& path);
/// The lines `key=value` that spawn-probe wrote; variables as `env:NAME`.
[[nodiscard]] std::map<std::string, std::string> readProbe(const std::string& file);
[[nodiscard]] std::string probeProgram();
[[nodiscard]] int openDescriptors();
/// Processes whose parent is this one, ended ones too.
[[nodiscard]] std::vector<pid_t> children();
/// Runs `work` in a process of its own and gives what it returned or threw; for what would change the test's own process. No
/// room may be alive.
[[nodiscard]] std::string isolated(const std::function<std::string()>& work);
/// Waits until `holds`; false when it did not within ten seconds.
[[nodiscard]] bool eventually(const std::function<bool()>& holds);

} // namespace venomx::tests
