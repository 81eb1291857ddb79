// The worker's side of a launch.
#include "Candidates.h"
#include "ChildEnvironment.h"
#include "Directory.h"
#include "Launch.h"
#include "Refusals.h"

#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <venomx/sdk/secret.h>

namespace venomx::spawn
{

void Launch::work() noexcept
{
    std::optional<LaunchOutcome> outcome;
    try
    {
        outcome = attempt();
    }
    catch (const std::bad_alloc&)
    {
        outcome = spawnUnavailable(SpawnReason::resource);
    }
    catch (const std::exception&)
    {
        outcome = spawnUnavailable(SpawnReason::other);
    }
    end(std::move(outcome));
}

void Launch::end(std::optional<LaunchOutcome> outcome) noexcept
{
    const std::lock_guard guard{_mutex};
    if (_stage != Stage::abandoned) _stage = Stage::ended;
    _outcome = std::move(outcome);
    _enteredDirectory.reset();
    wipeSecrets();
}

/// Nothing when the launch was given up meanwhile.
std::optional<LaunchOutcome> Launch::attempt()
{
    if (!enter(Stage::resolving)) return std::nullopt;
    if (_given != nullptr)
    {
        if (auto refusal = resolveDirectory(*_context->calls, _given, _resolved)) return std::move(*refusal);
    }
    if (!enter(Stage::preparing)) return std::nullopt;
    return start();
}

std::optional<LaunchOutcome> Launch::start()
{
    Terminal terminal;
    if (const auto failure = prepare(terminal)) return failed({ChildPhase::setup, failure->error, failure->step});
    if (!enter(Stage::starting)) return std::nullopt;
    _child->plan().ignoredSignals = _knowsIgnored.load(std::memory_order_acquire) ? _ignoredSignals : ignoredSignals();
    // With its child this thread may hang for long, and the launch be given up meanwhile: what looking at the directory and
    // building the environment left on the stack goes before.
    wipeStack();
    ChildResult result = _child->run(std::move(terminal));
    if (auto* process = std::get_if<StartedProcess>(&result)) return std::move(*process);
    return failed(std::get<ChildFailure>(result));
}

std::optional<StepFailure> Launch::prepare(Terminal& terminal)
{
    _child.emplace(*_context->calls, _context->stacks, _context->wanted);
    fillPlan(_child->plan());
    return openTerminal(*_context->calls, _size, terminal);
}

void Launch::fillPlan(ChildPlan& plan)
{
    const std::size_t count = _request->argumentCount();
    const auto arguments = _memory.array<char*>(count + 1);
    for (std::size_t i = 0; i < count; ++i)
        arguments[i] = const_cast<char*>(_memory.copyZ(_request->argument(i))); // NOLINT(*-const-cast): execve's type

    std::optional<std::string_view> directory;
    if (_given != nullptr) directory = _resolved;
    const ChildEnvironment environment =
        buildEnvironment(_memory, _context->base, _request->environment(), {_identity, _context->socket, directory});

    plan.arguments = arguments.data();
    plan.environment = environment.entries;
    plan.candidates = findCandidates(_memory, _request->searchName(), environment.path, _context->systemPath);
    plan.directory = _given != nullptr ? _resolved : nullptr;
    plan.umask = _context->original.umask;
    plan.nice = _context->original.nice;
    plan.limits = _context->original.limits.data();
    plan.limitCount = _context->original.limits.size();
}

Refusal Launch::failed(const ChildFailure& failure)
{
    if (!failure.step.empty())
        _context->log->warning("spawn: " + std::string{failure.step.view()} + ": " + std::system_category().message(failure.error));
    switch (failure.phase)
    {
    case ChildPhase::setup:
        return spawnUnavailable(failure.error != 0 ? SpawnReason::resource : SpawnReason::other);
    case ChildPhase::directory:
        return failure.error != 0 ? directoryNotEntered(failure.error) : directoryUnavailable(DirectoryReason::other);
    case ChildPhase::exec:
        break;
    }
    return failure.error != 0 ? notExecuted(failure.error) : spawnUnavailable(SpawnReason::other);
}

bool Launch::enter(Stage next)
{
    const std::lock_guard guard{_mutex};
    if (_stage == Stage::abandoned || _giveUp != GiveUp::no) return false;
    _stage = next;
    if (next == Stage::preparing) _prepared = true;
    _enteredDirectory.reset();
    if (_given != nullptr && next != Stage::preparing) _enteredDirectory = std::chrono::steady_clock::now();
    return true;
}

} // namespace venomx::spawn
