#include "Directory.h"

#include "Refusals.h"

namespace venomx::spawn
{

std::optional<Refusal> resolveDirectory(SystemCalls& calls, const char* given, char* resolved)
{
    if (const int error = calls.realPath(given, resolved)) return directoryNotResolved(error);
    bool isDirectory = false;
    if (const int error = calls.isDirectory(resolved, isDirectory)) return directoryNotResolved(error);
    if (!isDirectory) return noDirectory();
    return std::nullopt;
}

} // namespace venomx::spawn
