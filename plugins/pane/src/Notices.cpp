#include "Notices.h"

#include <utility>

namespace venomx::pane
{

namespace
{

template <class T>
void keep(std::vector<T>& kept, T next)
{
    if (kept.size() == Notices::kKept) kept.erase(kept.begin());
    kept.push_back(std::move(next));
}

/// Bytes of the character that starts with `lead`, in valid UTF-8.
std::size_t characterSize(char lead)
{
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

bool controlCharacter(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

} // namespace

void Notices::note(Prompt prompt)
{
    keep(prompts, prompt);
}

void Notices::note(std::string_view heading, std::string_view body)
{
    keep(notifications, Notification{.title = plainText(heading), .body = plainText(body)});
}

std::string plainText(std::string_view text)
{
    std::string plain;
    while (!text.empty())
    {
        const std::string_view character = text.substr(0, characterSize(text[0]));
        text.remove_prefix(character.size());
        if (controlCharacter(character)) continue;
        if (plain.size() + character.size() > Notices::kTextSize) break;
        plain += character;
    }
    return plain;
}

} // namespace venomx::pane
