// The environment that every child starts from: the daemon's own as it was when `serve` began, byte for byte, without what a
// service manager said to the daemon, without duplicates and malformed entries, and stripped of credentials and identities.
// Made once when the plugin starts; constant afterwards; any thread. Its strings stay in place as long as it lives.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::spawn
{

class BaseEnvironment
{
public:
    struct Variable
    {
        std::string text; ///< name=value
        std::size_t nameSize{0};

        [[nodiscard]] std::string_view name() const { return std::string_view{text}.substr(0, nameSize); }
        [[nodiscard]] std::string_view value() const { return std::string_view{text}.substr(nameSize + 1); }
    };

    /// Why entries were left out; each left-out entry counts once.
    struct Counts
    {
        std::uint64_t tokenName{0};
        std::uint64_t principalName{0};
        std::uint64_t venomxName{0};
        std::uint64_t tokenValue{0};
        std::uint64_t duplicate{0};
        std::uint64_t malformed{0};
        std::uint64_t serviceManager{0};
    };

    BaseEnvironment() = default;
    explicit BaseEnvironment(std::span<const std::string> entries);

    [[nodiscard]] const std::vector<Variable>& variables() const { return _variables; }
    [[nodiscard]] const Counts& counts() const { return _counts; }
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

private:
    [[nodiscard]] std::uint64_t* ruleAgainst(const Variable& variable);
    std::vector<Variable> _variables;
    Counts _counts;
};

} // namespace venomx::spawn
