// Events as they are published, kept for the test. Publishing: the control loop; the rest any thread, `await` any but that.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/services/events.h>

namespace venomx::testing
{

class FakeEvents : public Events
{
public:
    std::uint64_t publish(Literal kind, EventScope scope, Result data) override;

    /// `kind {data}`, oldest first.
    [[nodiscard]] std::vector<std::string> all() const;
    /// Those of exactly that kind.
    [[nodiscard]] std::vector<std::string> ofKind(std::string_view kind) const;
    /// Waits until `count` events that start with `prefix`, as `all` shows them, have been published; false when they were not within 20 s.
    [[nodiscard]] bool await(std::string_view prefix, std::size_t count = 1) const;
    [[nodiscard]] std::size_t count(std::string_view prefix) const;
    /// All, and forgets them.
    [[nodiscard]] std::vector<std::string> take();

    /// Called on the control loop for each event, before it is recorded; what it throws, the publisher gets. Set there, or before
    /// the plugin starts.
    std::function<void(std::string_view kind, const EventScope& scope)> onPublish;

private:
    [[nodiscard]] std::size_t countLocked(std::string_view prefix) const;
    mutable std::mutex _mutex;
    mutable std::condition_variable _changed;
    std::vector<std::string> _events;
    std::uint64_t _seq{0};
};

} // namespace venomx::testing
