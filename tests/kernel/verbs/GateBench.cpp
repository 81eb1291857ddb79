#include "tests/kernel/verbs/GateBench.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <new>
#include <venomx/sdk/json_reader.h>

namespace venomx::kernel::tests
{

void RecordingLog::write(LogLevel level, std::string_view text)
{
    constexpr std::string_view kNames[] = {"error", "warning", "notice", "information", "debug"};
    const std::lock_guard lock(_mutex);
    _lines.push_back(std::string{kNames[static_cast<std::size_t>(level)]} + ": " + std::string{text});
}

std::vector<std::string> RecordingLog::lines() const
{
    const std::lock_guard lock(_mutex);
    return _lines;
}

bool RecordingLog::holds(std::string_view part) const
{
    const auto all = lines();
    return std::any_of(all.begin(), all.end(), [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

bool TableAuthority::may(PrincipalId, Right, std::optional<ResourceId> on) const
{
    if (everything) return true;
    if (!on) return false;
    const auto found = targets.find(on->str());
    return found != targets.end() && found->second.allowed;
}

Target TableAuthority::resolve(PrincipalId, Right, ResourceKind, std::string_view text) const
{
    ++resolved;
    const auto found = targets.find(std::string{text});
    if (found != targets.end()) return found->second;
    return {everything, {}};
}

namespace
{

std::string tag(std::uint64_t id, std::string_view word)
{
    return std::to_string(id) + ' ' + std::string{word} + ' ';
}

} // namespace

void RecordingRequester::answered(std::uint64_t id, std::string_view json, bool streams)
{
    lines.push_back(tag(id, streams ? "stream" : "ok") + std::string{json});
}

void RecordingRequester::refused(std::uint64_t id, const Refusal& refusal)
{
    lines.push_back(tag(id, "refused") + std::string{refusal.code()} + ' ' + std::string{refusal.message()} + ' ' + refusal.data());
}

void RecordingRequester::frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons)
{
    for (const std::string_view json : jsons) lines.push_back(tag(id, member.view()) + std::string{json});
}

void RecordingRequester::ended(std::uint64_t id, Literal reason)
{
    lines.push_back(tag(id, "end") + std::string{reason.view()});
}

void RecordingRequester::onWritable(std::uint64_t, std::function<void()> ready)
{
    waiting.push_back(std::move(ready));
}

GateBench::GateBench()
{
    GateHooks hooks;
    hooks.post = [this](std::function<void()> task)
    {
        const std::lock_guard lock(_mutex);
        _posted.push_back(std::move(task));
    };
    hooks.onLoop = [this] { return std::this_thread::get_id() == _loop; };
    hooks.checkResults = true;
    hooks.refusesWrites = [this] { return refusesWrites; };
    hooks.outcome = [this](const GateHooks::Outcome& outcome)
    {
        if (noMemoryToCount) throw std::bad_alloc{};
        std::string line = std::string{outcome.verb} + ' ' + std::string{outcome.code};
        for (std::size_t i = 0; i < outcome.targets.size(); ++i) line += ' ' + std::string{outcome.targets[i]};
        outcomes.push_back(line);
        CPPUNIT_ASSERT_EQUAL(pid_t{4711}, outcome.pid);
        CPPUNIT_ASSERT(outcome.caller == requester->who);
        CPPUNIT_ASSERT(outcome.took.count() >= 0);
    };
    gate = std::make_unique<Gate>(registry, authority, log, std::move(hooks));
}

GateBench::~GateBench() = default;

void GateBench::add(const VerbSpec& spec, std::function<void(Call&)> run, std::string_view plugin)
{
    registry.describe({.name = std::string{plugin}, .version = "1", .summary = "A trial"});
    registry.add(plugin, std::vector<Verb>{{&spec, std::move(run)}});
}

std::shared_ptr<PendingCall> GateBench::send(std::string_view verb, std::string_view params)
{
    Request request;
    request.id = 7;
    request.verb = request.arena.copy(verb);
    JsonReader reader;
    if (!params.empty())
    {
        const auto read = reader.read(params, request.arena);
        CPPUNIT_ASSERT(read.error == JsonError::none);
        request.params = read.value;
    }
    return gate->start(requester, std::move(request));
}

void GateBench::runPosted()
{
    while (posted() > 0)
    {
        std::vector<std::function<void()>> tasks;
        {
            const std::lock_guard lock(_mutex);
            tasks.swap(_posted);
        }
        for (const auto& task : tasks) task();
    }
}

std::size_t GateBench::posted() const
{
    const std::lock_guard lock(_mutex);
    return _posted.size();
}

std::vector<std::string> GateBench::take()
{
    return std::exchange(requester->lines, {});
}

std::string GateBench::only()
{
    const auto lines = take();
    CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lines.size());
    return lines.front();
}

} // namespace venomx::kernel::tests
