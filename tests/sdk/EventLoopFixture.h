// What tests of a loop on their own thread share: the loop, what its tasks noted, and turns on demand.
#pragma once

#include <cppunit/TestFixture.h>
#include <string>
#include <utility>
#include <vector>
#include <venomx/sdk/event_loop.h>

namespace venomx::test
{

class EventLoopFixture : public CppUnit::TestFixture
{
protected:
    using Log = std::vector<std::string>;
    EventLoop loop;
    Log log;

    EventLoop::Task note(std::string text)
    {
        return [this, text = std::move(text)] { log.push_back(text); };
    }

    /// Runs turns until nothing is left to be done at once.
    void runReady()
    {
        loop.post([this] { loop.post([this] { loop.stop(); }); });
        loop.run();
    }
};

} // namespace venomx::test
