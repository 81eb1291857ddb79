#include "client/mcp/Gather.h"

#include "client/mcp/Message.h"

#include <memory>
#include <utility>
#include <venomx/sdk/json_reader.h>

namespace venomx::client::mcp
{
namespace
{

struct State
{
    std::vector<std::string> texts;
    std::size_t left{0};
    bool over{false};
    std::function<void(const Answers&)> done;
    Calls::Failed failed;
};

} // namespace

Answers::Answers(std::vector<std::string> texts) : _texts(std::move(texts))
{
    for (const std::string& text : _texts) _values.push_back(JsonReader{kDeepestMessage}.read(text, _arena).value);
}

void gather(Calls& calls, std::string_view owner, const std::vector<Question>& questions, std::function<void(const Answers&)> done,
            Calls::Failed failed)
{
    const auto state = std::make_shared<State>();
    state->texts.resize(questions.size());
    state->left = questions.size();
    state->done = std::move(done);
    state->failed = std::move(failed);
    if (questions.empty()) return state->done(Answers{{}});
    for (std::size_t i = 0; i < questions.size(); ++i)
        static_cast<void>(calls.ask(owner, questions[i].verb, questions[i].params, false,
                                    {.answered =
                                         [state, i](const Frame& frame)
                                     {
                                         state->texts[i] = frame.raw;
                                         if (--state->left == 0 && !state->over) state->done(Answers{std::move(state->texts)});
                                     },
                                     .failed =
                                         [state](const Failure& failure)
                                     {
                                         if (!std::exchange(state->over, true)) state->failed(failure);
                                     },
                                     .arrived = {}}));
}

} // namespace venomx::client::mcp
