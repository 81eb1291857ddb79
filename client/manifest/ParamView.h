// One parameter (or field of a result) of a verb in the manifest, and its type.
// Small values that point into a Manifest. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/value.h>

namespace venomx::client
{

class ParamView;

class TypeView
{
public:
    enum class Kind : std::uint8_t
    {
        string,
        integer,
        number,
        boolean,
        array,
        object,
        json
    };

    explicit TypeView(const Value* type) : _type(type) {}

    [[nodiscard]] Kind kind() const; ///< json where the manifest says nothing else
    [[nodiscard]] std::vector<std::string_view> choices() const;
    [[nodiscard]] std::optional<std::int64_t> minimum() const;
    [[nodiscard]] std::optional<std::int64_t> maximum() const;
    [[nodiscard]] TypeView items() const;
    [[nodiscard]] std::vector<ParamView> fields() const;

    [[nodiscard]] bool isWords() const; ///< an array of strings
    [[nodiscard]] bool isPairs() const; ///< an array of {name, value}, both strings

private:
    const Value* _type;
};

class ParamView
{
public:
    explicit ParamView(const Value& param) : _param(&param) {}

    [[nodiscard]] std::string_view name() const;
    /// As it is typed, without the dashes: env-unset.
    [[nodiscard]] std::string flag() const;
    [[nodiscard]] std::string_view summary() const;
    [[nodiscard]] TypeView type() const;
    [[nodiscard]] bool required() const;
    [[nodiscard]] bool readsStandardInput() const;
    [[nodiscard]] const Value* fallback() const; ///< the default, or nullptr

private:
    const Value* _param;
};

[[nodiscard]] std::vector<ParamView> paramViews(std::span<const Value> params);

/// A name of the manifest as people type it: `_` becomes `-`.
[[nodiscard]] std::string kebab(std::string_view name);

} // namespace venomx::client
