#include "kernel/wire/ReplyWriter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace venomx::kernel
{
namespace
{

/// `{"id":7,"member":` on the stack, so that the usual frame costs three copies and nothing else.
class Head
{
public:
    Head(std::optional<std::uint64_t> id, std::string_view member)
    {
        add(R"({"id":)");
        if (id)
            _end = std::to_chars(_end, _text.data() + _text.size(), *id).ptr;
        else
            add("null");
        add(R"(,")");
        add(member);
        add(R"(":)");
    }
    [[nodiscard]] std::string_view view() const { return {_text.data(), static_cast<std::size_t>(_end - _text.data())}; }

private:
    void add(std::string_view text)
    {
        const auto room = static_cast<std::size_t>(_text.data() + _text.size() - _end);
        _end = std::copy_n(text.data(), std::min(room, text.size()), _end);
    }
    std::array<char, 96> _text;
    char* _end{_text.data()};
};

} // namespace

void writeFrame(WipedQueue& out, std::uint64_t id, Literal member, std::string_view json)
{
    out.append(Head{id, member.view()}.view());
    out.append(json);
    out.append("}\n");
}

void writeRefusal(WipedQueue& out, std::optional<std::uint64_t> id, const Refusal& refusal)
{
    std::string json;
    JsonWriter writer{json};
    writeError(writer, refusal);
    out.append(Head{id, "error"}.view());
    out.append(json);
    out.append("}\n");
}

void writeEnd(WipedQueue& out, std::uint64_t id, Literal reason)
{
    std::string json;
    JsonWriter(json).beginObject().field("reason", reason).endObject();
    writeFrame(out, id, "end", json);
}

} // namespace venomx::kernel
