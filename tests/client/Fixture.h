// A small manifest with every kind of parameter, and what the tests need around it.
#pragma once

#include "client/manifest/Manifest.h"

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

/// A folder of its own, removed with all in it at the end.
class TemporaryFolder
{
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string path(std::string_view name = {}) const;
    void write(std::string_view name, std::string_view content) const;

private:
    std::string _path;
};

} // namespace venomx::client::test
