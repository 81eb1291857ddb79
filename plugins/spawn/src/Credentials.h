// Which credentials a request may put into its child's environment: other tools' tokens under their own names, nobody's owner
// token, none of venomx itself. Pure; any thread; no errors.
#pragma once

#include <cstdint>
#include <string_view>

namespace venomx::spawn
{

enum class CredentialVerdict : std::uint8_t
{
    fine,
    credential,
    ownerCredential
};

[[nodiscard]] CredentialVerdict judgeCredential(std::string_view name, std::string_view value) noexcept;

} // namespace venomx::spawn
