// Plugin doctor: it has the one verb `doctor` and asks the kernel for all that this shows. Made by the host; control loop only.
#pragma once

#include <chrono>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/services/health_report.h>

#include "Looks.h"

namespace venomx::doctor
{

class DoctorPlugin final : public Plugin
{
public:
    [[nodiscard]] std::vector<Verb> verbs() override;
    [[nodiscard]] std::span<const SettingSpec> settings() const override;
    void configure(const Settings& settings) override;
    void start(PluginContext& context) override;
    void stop() override;

private:
    HealthReport* _report{nullptr};
    Looks _looks;
    std::chrono::milliseconds _limit{1'000};
};

} // namespace venomx::doctor
