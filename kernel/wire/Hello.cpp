#include "kernel/wire/Hello.h"

#include "kernel/verbs/Schema.h"
#include "kernel/wire/WireErrors.h"

namespace venomx::kernel
{
namespace
{

constexpr std::int64_t kProtocol = 1;
constexpr Param kParams[] = {
    {.name = "protocol", .type = Type::integer(), .required = true, .summary = "Version of the protocol"},
    {.name = "token", .type = Type::string(), .summary = "Token of the principal that speaks"},
    {.name = "client", .type = Type::string(), .summary = "The client's name and version"},
};
constexpr VerbSpec kSpec{.name = "hello", .summary = "Begin a connection", .params = kParams};

const Schema& schema()
{
    static const Schema built{kSpec};
    return built;
}

/// Its pane's principal may have been revoked since.
PrincipalId withoutToken(const Standing& standing, const PrincipalTable& principals)
{
    const PrincipalId speaker = standing.withoutToken;
    return speaker == PrincipalId::unknown() || principals.find(speaker) != nullptr ? speaker : PrincipalId::nobody();
}

} // namespace

PrincipalId greet(Value params, Arena& arena, const Standing& standing, const WireContext& context)
{
    if (auto refusal = schema().check(params, arena)) throw Refusal{*std::move(refusal)};
    if (params.find("protocol")->asInteger() != kProtocol) throw wire_errors::version();
    const Value* token = params.find("token");
    if (token == nullptr) return withoutToken(standing, context.parts.principals);
    const auto speaker = context.parts.principals.authenticate(token->asString());
    if (!speaker || (*speaker == PrincipalId::owner() && !standing.ownerToken)) throw wire_errors::token();
    return *speaker;
}

std::string greeting(PrincipalId speaker, const WireContext& context)
{
    std::string json;
    JsonWriter writer{json};
    writer.beginObject()
        .field("protocol", kProtocol)
        .field("server", "venomx/" VENOMX_VERSION)
        .field("boot", context.parts.boot)
        .field("principal", speaker.str())
        .field("manifest", context.parts.manifestHash());
    writer.key("limits").beginObject().field("frame", static_cast<std::uint64_t>(context.limits.frame)).endObject();
    writer.endObject();
    return json;
}

} // namespace venomx::kernel
