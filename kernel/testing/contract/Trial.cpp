#include "kernel/testing/contract/Trial.h"

namespace venomx::testing
{

std::unique_ptr<Trial> started(const Subject& subject, Sentences& broken)
{
    auto trial = std::make_unique<Trial>(subject);
    try
    {
        trial->bench.start();
        if (subject.scene) subject.scene(trial->bench, trial->surroundings());
        return trial;
    }
    catch (const std::exception& failure)
    {
        broken.push_back(std::string{"it does not start: "} + failure.what());
        return nullptr;
    }
}

std::string exampleName(const VerbSpec& spec, std::size_t index)
{
    return std::string{spec.name} + ", example " + std::to_string(index + 1);
}

std::string badEnd(AskedCall& call, std::chrono::milliseconds patience)
{
    Answer answer = call.wait(patience);
    if (answer.kind == Answer::Kind::pending) return "got no answer";
    if (answer.kind == Answer::Kind::refused && answer.code.starts_with("internal.")) return "was answered " + answer.code;
    if (!answer.streams) return {};
    call.cancel();
    return call.waitEnd(patience).empty() ? "opened a stream that does not end" : std::string{};
}

std::string brokenPromises(const Subject& subject)
{
    Sentences broken;
    for (const auto rule : {checkLives, checkSpecs, checkExamples, checkDenials, checkEnds, checkSecrets, checkHealth})
    {
        rule(subject, broken);
        if (!broken.empty()) break; // what comes after would only say it again
    }
    std::string text;
    for (const std::string& sentence : broken) text += sentence + '\n';
    return text;
}

} // namespace venomx::testing
