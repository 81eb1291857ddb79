// What is wrong with the operator's configuration: one sentence that names file, line and key. The daemon does not start
// (exit 2); a reload changes nothing. A value; any thread.
#pragma once

#include <stdexcept>
#include <string>

namespace venomx::kernel
{

class SettingsError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A declaration that breaks the rules of settings.h: its plugin's mistake, not the operator's.
class BadSettingSpec : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

} // namespace venomx::kernel
