#include "kernel/testing/contract/Trial.h"

#include <filesystem>
#include <iterator>
#include <thread>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::testing
{
namespace
{

std::ptrdiff_t entries(const char* folder)
{
    return std::distance(std::filesystem::directory_iterator{folder}, std::filesystem::directory_iterator{});
}

/// How many of its kind there are, once they are no more than `most` (a thread's entry outlives its end a little).
std::ptrdiff_t settled(const char* folder, std::ptrdiff_t most, std::chrono::milliseconds patience)
{
    const auto end = std::chrono::steady_clock::now() + patience;
    std::ptrdiff_t count = entries(folder);
    for (; count > most && std::chrono::steady_clock::now() < end; count = entries(folder)) std::this_thread::yield();
    return count;
}

void live(const Subject& subject, Sentences& broken)
{
    const auto first = started(subject, broken);
    const auto second = started(subject, broken);
    if (!first || !second) return;
    first->bench.reload();
    first->bench.stop();
    second->bench.reload();
}

void checkLoneliness(const Subject& subject, Sentences& broken)
{
    Bench bench{subject.name, subject.make};
    for (const ServiceName& name : {Clock::kService, DaemonInfo::kService, Loop::kService, Workers::kService, Events::kService,
                                    Resources::kService, Principals::kService})
        bench.services.withdraw(name);
    try
    {
        bench.start();
    }
    catch (const std::exception&)
    {
        return; // as it should, if it needs one of them
    }
    catch (...)
    {
        broken.emplace_back("without its services it throws what is no std::exception");
    }
}

} // namespace

void checkLives(const Subject& subject, Sentences& broken)
{
    try
    {
        live(subject, broken); // what is made once in a process is made here
        if (!broken.empty()) return;
        const std::ptrdiff_t descriptors = entries("/proc/self/fd");
        const std::ptrdiff_t threads = entries("/proc/self/task");
        live(subject, broken);
        if (settled("/proc/self/fd", descriptors, subject.patience) > descriptors)
            broken.emplace_back("it leaves descriptors open when it goes");
        if (settled("/proc/self/task", threads, subject.patience) > threads) broken.emplace_back("it leaves threads behind when it goes");
        checkLoneliness(subject, broken);
    }
    catch (const std::exception& failure)
    {
        broken.push_back(std::string{"its life ends with an exception: "} + failure.what());
    }
}

} // namespace venomx::testing
