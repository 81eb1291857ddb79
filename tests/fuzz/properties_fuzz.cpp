// Any bytes as a configuration file: they are read or refused with file and line, and no value is made of nothing.
#include <cstdint>
#include <cstdlib>

#include "kernel/settings/PropertiesFile.h"
#include "kernel/settings/SettingsError.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace venomx::kernel;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    try
    {
        std::size_t bytes = 0;
        for (const PropertyLine& entry : parseProperties(text, "f"))
        {
            if (entry.key.empty() || entry.line == 0) std::abort();
            bytes += entry.key.size() + entry.value.size();
        }
        if (bytes > size) std::abort();
    }
    catch (const SettingsError& error)
    {
        if (!std::string_view{error.what()}.starts_with("f:")) std::abort();
    }
    return 0;
}
