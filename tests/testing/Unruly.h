// A plugin that keeps the contract, or breaks one promise of it when told which. One test at a time.
#pragma once

#include <string>
#include <thread>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/workers.h>
#include <venomx/sdk/testing.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::tests
{

enum class Vice : std::uint8_t
{
    none,
    noExample,
    badSpec,
    badSetting,
    startThrows,
    stopThrows,
    leaksDescriptor,
    leaksThread,
    throwsOddly,
    escapes,
    drops,
    answersTwice,
    undeclaredError,
    wrongResult,
    deaf,          ///< does not answer a cancel
    forgetsAtStop, ///< leaves calls pending
    logsSecret,
    errorTellsSecret,
    slowCheck,
    checkThrows,
    wordyDetail,
    noHint,
};

class Unruly : public Plugin
{
public:
    explicit Unruly(Vice vice) : _vice(vice) {}
    ~Unruly() override;

    [[nodiscard]] std::vector<Verb> verbs() override;
    [[nodiscard]] std::span<const SettingSpec> settings() const override;
    void configure(const Settings& settings) override;
    void health(Health& health) override;
    void start(PluginContext& context) override;
    void stop() override;

private:
    void say(Call& call);
    void waitFor(Call& call);
    void stream(Call& call);
    [[nodiscard]] CheckResult check() const;

    Vice _vice;
    Log* _log{nullptr};
    Loop* _loop{nullptr};
    std::vector<std::shared_ptr<Call>> _waiting;
    std::vector<std::shared_ptr<Stream>> _streams;
    Counter _said{"unruly.said", {}, {}};
};

} // namespace venomx::tests
