#include "DoctorPlugin.h"

#include "doctor.h"

namespace venomx::doctor
{
namespace
{

constexpr SettingSpec kSettings[] = {
    {.key = "doctor.timeout_ms",
     .kind = SettingSpec::Kind::integer,
     .fallback = "1000",
     .summary = "How long a check may take before doctor warns of it, in milliseconds",
     .minimum = 1,
     .maximum = 60'000,
     .reloadable = true},
};

} // namespace

std::vector<Verb> DoctorPlugin::verbs()
{
    return {{.spec = &doctorSpec(), .run = [this](Call& call) { runDoctor(call, _looks, *_report, _limit); }}};
}

std::span<const SettingSpec> DoctorPlugin::settings() const
{
    return kSettings;
}

void DoctorPlugin::configure(const Settings& settings)
{
    _limit = std::chrono::milliseconds{settings.integer("doctor.timeout_ms")};
}

void DoctorPlugin::start(PluginContext& context)
{
    _report = &context.services.require<HealthReport>();
}

void DoctorPlugin::stop()
{
    _looks.close();
}

} // namespace venomx::doctor
