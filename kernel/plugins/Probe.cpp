#include "kernel/plugins/Probe.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <venomx/sdk/json_reader.h>

#include "kernel/plugins/TrialChild.h"
#include "kernel/plugins/TrialProcess.h"

namespace venomx::kernel
{
namespace
{

class ProcessRun final : public ProbeRun
{
public:
    ProcessRun(const std::string& program, VerdictCache& cache, std::vector<Suspect> suspects)
        : _cache(cache), _suspects(std::move(suspects)), _verdicts(_suspects.size())
    {
        std::vector<std::string> paths;
        for (std::size_t i = 0; i < _suspects.size(); ++i)
        {
            if (const auto* verbs = _cache.find(_suspects[i].file, _suspects[i].identity))
            {
                _verdicts[i] = Verdict{*verbs, {}};
                continue;
            }
            paths.push_back(_suspects[i].path);
            _tried.push_back(i);
        }
        if (!paths.empty()) begin(program, paths);
    }

    [[nodiscard]] int fd() const override { return _process ? _process->output() : -1; }

    [[nodiscard]] bool advance() override
    {
        if (!_process) return true;
        std::array<char, 4'096> block;
        while (true)
        {
            const ssize_t got = ::read(_process->output(), block.data(), block.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return false;
            if (got == 0) return true;
            _text.append(block.data(), static_cast<std::size_t>(got));
        }
    }

    [[nodiscard]] std::vector<Verdict> finish() override
    {
        _process.reset();
        takeLines();
        std::vector<Verdict> all;
        for (auto& verdict : _verdicts)
            all.push_back(verdict ? std::move(*verdict)
                                  : Verdict{{}, Refused{"trial", "its trial by this daemon came to no verdict", _detail}});
        for (const std::size_t i : _tried)
            if (!all[i].refused) _cache.add(_suspects[i].file, _suspects[i].identity, all[i].verbs);
        if (!_tried.empty()) _cache.save();
        return all;
    }

private:
    void begin(const std::string& program, const std::vector<std::string>& paths)
    {
        try
        {
            _process = std::make_unique<TrialProcess>(program, paths);
        }
        catch (const std::system_error& error)
        {
            _detail = error.what();
        }
    }

    void takeLines()
    {
        std::string_view rest{_text};
        while (!rest.empty())
        {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            Arena arena;
            JsonReader reader;
            const auto outcome = reader.read(line, arena);
            if (outcome.error == JsonError::none) take(outcome.value);
        }
    }

    void take(const Value& object)
    {
        const Value* index = object.is(Value::Kind::object) ? object.find("index") : nullptr;
        if (index == nullptr || !index->is(Value::Kind::integer)) return;
        const auto at = static_cast<std::uint64_t>(index->asInteger());
        if (at < _tried.size()) _verdicts[_tried[at]] = readVerdict(object);
    }

    VerdictCache& _cache;
    std::vector<Suspect> _suspects;
    std::vector<std::optional<Verdict>> _verdicts;
    std::vector<std::size_t> _tried; // of the suspects
    std::unique_ptr<TrialProcess> _process;
    std::string _text;
    std::string _detail;
};

class ProcessProbe final : public PluginProbe
{
public:
    ProcessProbe(std::string program, VerdictCache cache) : _program(std::move(program)), _cache(std::move(cache)) {}

    [[nodiscard]] std::unique_ptr<ProbeRun> start(std::vector<Suspect> suspects) override
    {
        return std::make_unique<ProcessRun>(_program, _cache, std::move(suspects));
    }

    [[nodiscard]] std::vector<std::string> remembered(const Suspect& suspect) override
    {
        const auto* verbs = _cache.find(suspect.file, suspect.identity);
        return verbs != nullptr ? *verbs : std::vector<std::string>{};
    }

private:
    std::string _program;
    VerdictCache _cache;
};

} // namespace

std::chrono::milliseconds probePatience(std::size_t suspects)
{
    return std::chrono::seconds{10} + suspects * kTrialLimit;
}

std::vector<Verdict> PluginProbe::probe(std::vector<Suspect> suspects)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + probePatience(suspects.size());
    const auto run = start(std::move(suspects));
    while (!run->advance() && Clock::now() < deadline)
    {
        pollfd ready{run->fd(), POLLIN, 0};
        ::poll(&ready, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count()));
    }
    return run->finish();
}

std::unique_ptr<PluginProbe> processProbe(std::string program, VerdictCache cache)
{
    return std::make_unique<ProcessProbe>(std::move(program), std::move(cache));
}

} // namespace venomx::kernel
