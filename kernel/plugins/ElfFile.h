// Reads what the host must know of a shared object from its bytes, before any of its code runs: the venomx note and the names
// of the libraries that it needs. Every offset and size of the file is taken for hostile. Functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "kernel/plugins/Bytes.h"
#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

struct ElfFacts
{
    std::vector<std::byte> note;     ///< content of the venomx note; empty when there is none
    std::vector<std::string> needed; ///< DT_NEEDED
};

/// Reasons: not_elf (also of another machine or kind), truncated, bad_elf.
[[nodiscard]] std::variant<ElfFacts, Refused> readElf(const Bytes& file);

} // namespace venomx::kernel
