// A small manifest with every kind of parameter, and what the tests need around it.
#pragma once

#include "client/manifest/Manifest.h"
#include "tests/support/TestFolder.h"

#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>

namespace venomx::client::test
{

inline constexpr std::string_view kHash{"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"};

/// The result of manifest.get.
[[nodiscard]] const std::string& manifestText();
[[nodiscard]] const Manifest& manifest();
[[nodiscard]] VerbView verb(std::string_view name);

/// A JSON text read into values that live as long as this.
class Json
{
public:
    explicit Json(std::string_view text);
    [[nodiscard]] const Value& value() const { return _value; }

private:
    Arena _arena;
    Value _value;
};

} // namespace venomx::client::test
