#include "kernel/testing/contract/Trial.h"

#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::testing
{
namespace
{

/// Does the gate ask for a right when this example is sent?
bool needsRight(const VerbSpec& spec, const Example& example)
{
    Arena arena;
    JsonReader reader;
    const Value params = reader.read(example.params, arena).value;
    for (const Authorize& entry : spec.authorize)
        if (entry.param.empty() || params.find(entry.param) != nullptr) return true;
    return false;
}

/// Runs `check(trial, spec, index)` for each example, on a trial of its own.
template <class Check>
void eachExample(const Subject& subject, Sentences& broken, const Check& check)
{
    const auto listing = started(subject, broken);
    if (!listing) return;
    for (const VerbSpec* spec : listing->bench.specs())
        for (std::size_t index = 0; index < spec->examples.size(); ++index)
            if (const auto trial = started(subject, broken)) check(*trial, *spec, index);
}

} // namespace

void checkSpecs(const Subject& subject, Sentences& broken)
{
    const auto trial = started(subject, broken);
    if (!trial) return;
    for (const VerbSpec* spec : trial->bench.specs())
    {
        if (const auto why = whyInvalid(*spec); !why.empty()) broken.push_back(std::string{spec->name} + ": " + std::string{why});
        if (spec->examples.empty()) broken.push_back(std::string{spec->name} + " has no example");
    }
}

void checkExamples(const Subject& subject, Sentences& broken)
{
    eachExample(subject, broken,
                [&](Trial& trial, const VerbSpec& spec, std::size_t index)
                {
                    const auto call = trial.bench.ask(spec.name, spec.examples[index].params);
                    // Waiting is an answer too for a verb that says that it waits.
                    if (spec.waits && call->wait(subject.patience / 50).kind == Answer::Kind::pending) call->cancel();
                    if (const std::string bad = badEnd(*call, subject.patience); !bad.empty())
                        broken.push_back(exampleName(spec, index) + ' ' + bad);
                    else if (trial.bench.faults() != 0)
                        broken.push_back(exampleName(spec, index) + " was a fault: " + trial.bench.services.log.lines().back());
                    else if (!trial.bench.services.loop.escaped().empty())
                        broken.push_back(exampleName(spec, index) + " let an exception out of a callback");
                });
}

void checkDenials(const Subject& subject, Sentences& broken)
{
    eachExample(subject, broken,
                [&](Trial& trial, const VerbSpec& spec, std::size_t index)
                {
                    const Answer answer =
                        trial.bench.ask(spec.name, spec.examples[index].params, PrincipalId::unknown())->wait(subject.patience);
                    const bool denied = answer.code.starts_with("denied.");
                    if (needsRight(spec, spec.examples[index]) && !denied)
                        broken.push_back(exampleName(spec, index) + " is not denied to a caller without rights");
                });
}

void checkEnds(const Subject& subject, Sentences& broken)
{
    eachExample(subject, broken,
                [&](Trial& trial, const VerbSpec& spec, std::size_t index)
                {
                    const auto cancelled = trial.bench.ask(spec.name, spec.examples[index].params);
                    cancelled->cancel();
                    if (const std::string bad = badEnd(*cancelled, subject.patience); !bad.empty())
                        broken.push_back(exampleName(spec, index) + ", cancelled, " + bad);
                });
    eachExample(subject, broken,
                [&](Trial& trial, const VerbSpec& spec, std::size_t index)
                {
                    const auto waiting = trial.bench.ask(spec.name, spec.examples[index].params);
                    trial.bench.stop();
                    if (const std::string bad = badEnd(*waiting, subject.patience); !bad.empty())
                        broken.push_back(exampleName(spec, index) + ", as the plugin stops, " + bad);
                });
}

} // namespace venomx::testing
