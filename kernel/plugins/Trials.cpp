#include "kernel/plugins/Trials.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <poll.h>
#include <system_error>
#include <unistd.h>

#include "kernel/plugins/TrialChild.h"

namespace venomx::kernel
{
namespace
{

using Children = std::vector<std::unique_ptr<TrialChild>>;

/// So that on a busy machine none runs out of time for the others' sake.
constexpr std::size_t kAtOnce = 8;

void report(int out, std::size_t index, const Verdict& verdict)
{
    std::string line;
    JsonWriter json(line);
    json.beginObject().field("index", static_cast<std::int64_t>(index));
    writeVerdict(json, verdict);
    json.endObject();
    line += '\n';
    std::string_view rest{line};
    while (!rest.empty())
    {
        const ssize_t wrote = ::write(out, rest.data(), rest.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return;
        rest.remove_prefix(static_cast<std::size_t>(wrote));
    }
}

/// Until some child says something, ends or has no time left.
void wait(const Children& children, std::vector<pollfd>& ready)
{
    ready.clear();
    auto next = TrialChild::Time::max();
    for (const auto& child : children)
    {
        const bool over = !child || child->over();
        ready.push_back({over ? -1 : child->pidfd(), POLLIN, 0});
        ready.push_back({over ? -1 : child->output(), POLLIN, 0});
        if (!over) next = std::min(next, child->deadline());
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - std::chrono::steady_clock::now());
    ::poll(ready.data(), ready.size(), static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0)));
}

/// True: it has its verdict now.
bool advance(TrialChild& child, const pollfd& process, const pollfd& output)
{
    if (output.revents != 0) child.read();
    if (process.revents != 0)
        child.ended();
    else if (std::chrono::steady_clock::now() >= child.deadline())
        child.expire();
    return child.over();
}

/// False: it could not be started.
bool begin(Children& children, const std::string& file, int out)
{
    try
    {
        children.push_back(std::make_unique<TrialChild>(file));
        return true;
    }
    catch (const std::system_error& error)
    {
        report(out, children.size(), {{}, Refused{"trial", "this daemon could not start a trial of it", error.what()}});
        children.push_back(nullptr);
        return false;
    }
}

} // namespace

void runTrials(std::span<const std::string> files, int out)
{
    Children children;
    std::size_t running = 0;
    std::vector<pollfd> ready;
    while (children.size() < files.size() || running > 0)
    {
        while (children.size() < files.size() && running < kAtOnce)
            if (begin(children, files[children.size()], out)) ++running;
        if (running == 0) continue;
        wait(children, ready);
        for (std::size_t i = 0; i < children.size(); ++i)
        {
            if (!children[i] || children[i]->over() || !advance(*children[i], ready[2 * i], ready[2 * i + 1])) continue;
            report(out, i, children[i]->verdict());
            --running;
        }
    }
}

} // namespace venomx::kernel
