// What every plugin keeps, whatever it does: a suite that is run on it bench by bench. A function of the test's thread; it
// throws nothing of the plugin's.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <venomx/sdk/testing/bench.h>

namespace venomx::testing
{

/// A plugin and what must be around it.
struct Subject
{
    std::string name; ///< the plugin's, as in its stamp
    std::function<std::unique_ptr<Plugin>()> make;
    /// Before each start: offers the services that the plugin needs besides the bench's own. What it returns outlives the
    /// plugin: the services can be kept there.
    std::function<std::shared_ptr<void>(Bench& bench)> surround{};
    /// After each start: makes what the examples of the plugin's verbs name. `surroundings` is what `surround` returned.
    std::function<void(Bench& bench, void* surroundings)> scene{};
    /// How long the plugin may take to answer an example, or a cancel.
    std::chrono::milliseconds patience{std::chrono::seconds{5}};
};

/// A line for each promise that is broken; empty when the plugin keeps the contract:
/// - it can be made, started and stopped more than once in a process, and leaves no descriptor and no thread behind;
/// - without its services it runs, or says by a std::exception that it cannot;
/// - its settings have good defaults and begin with its name, and it takes them again on a reload;
/// - its verbs' specs are sound, and each has an example;
/// - each example is answered once, by a result as declared or by a declared error, and a stream ends when it is cancelled;
/// - a caller without rights is denied what its spec says needs one;
/// - a cancelled request is answered, and so is each that a stop finds waiting;
/// - no text of a request reaches the log or an error;
/// - its checks answer in time, with a detail of numbers, booleans and fixed words, and say what to do.
[[nodiscard]] std::string brokenPromises(const Subject& subject);

} // namespace venomx::testing
