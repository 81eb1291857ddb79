#include "kernel/health/StandingCheck.h"
#include "kernel/testing/contract/Trial.h"

#include <algorithm>
#include <venomx/sdk/json_reader.h>

namespace venomx::testing
{
namespace
{

/// Of letters, digits and what joins them: a word that a source could hold.
bool fixedWord(std::string_view text)
{
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-'; };
    return text.size() <= 64 && std::ranges::all_of(text, plain);
}

bool fitDetail(const Value& value)
{
    switch (value.kind())
    {
    case Value::Kind::object:
        return std::ranges::all_of(value.members(), [](const Member& member) { return fixedWord(member.name) && fitDetail(member.value); });
    case Value::Kind::string:
        return fixedWord(value.asString());
    case Value::Kind::array:
    case Value::Kind::null:
        return false;
    default:
        return true;
    }
}

} // namespace

void checkHealth(const Subject& subject, Sentences& broken)
{
    const auto trial = started(subject, broken);
    if (!trial) return;
    for (const CheckReport& check : trial->bench.checks())
    {
        if (kernel::isLate(check)) broken.push_back("check " + check.name + " does not end within a second");
        if (kernel::isBroken(check)) broken.push_back("check " + check.name + " throws, or has a detail that is no JSON object");
        Arena arena;
        JsonReader reader;
        const JsonReader::Outcome detail = reader.read(check.detail, arena);
        if (detail.error != JsonError::none || !detail.value.is(Value::Kind::object) || !fitDetail(detail.value))
            broken.push_back("check " + check.name + " has a detail that is no object of numbers, booleans and fixed words");
        if (check.summary.empty()) broken.push_back("check " + check.name + " has no summary");
        if (check.status >= HealthStatus::warn && check.hint.empty())
            broken.push_back("check " + check.name + " complains and has no hint");
    }
    for (const MetricReport& metric : trial->bench.metrics())
        if (metric.numbers.empty()) broken.push_back("metric " + metric.name + " has no number");
}

} // namespace venomx::testing
