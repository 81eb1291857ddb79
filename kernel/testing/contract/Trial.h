// One bench with a subject on it, for one rule of the contract. The rule's own; the test's thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/testing/contract.h>

namespace venomx::testing
{

/// What is broken, a sentence each.
using Sentences = std::vector<std::string>;

class Trial
{
public:
    explicit Trial(const Subject& subject) : bench(subject.name, subject.make)
    {
        if (subject.surround) _kept = subject.surround(bench);
    }
    [[nodiscard]] void* surroundings() const { return _kept.get(); }

private:
    std::shared_ptr<void> _kept; // outlives the plugin

public:
    Bench bench;
};

/// A started trial, or none and a sentence.
[[nodiscard]] std::unique_ptr<Trial> started(const Subject& subject, Sentences& broken);
/// `a.verb, example 2`
[[nodiscard]] std::string exampleName(const VerbSpec& spec, std::size_t index);
/// Ends the call if it still runs, and says what is wrong with how it ended; empty when nothing is.
[[nodiscard]] std::string badEnd(AskedCall& call, std::chrono::milliseconds patience);

// The rules, in the order of contract.h.
void checkLives(const Subject& subject, Sentences& broken);
void checkSpecs(const Subject& subject, Sentences& broken);
void checkExamples(const Subject& subject, Sentences& broken);
void checkDenials(const Subject& subject, Sentences& broken);
void checkEnds(const Subject& subject, Sentences& broken);
void checkSecrets(const Subject& subject, Sentences& broken);
void checkHealth(const Subject& subject, Sentences& broken);

} // namespace venomx::testing
