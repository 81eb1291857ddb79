#include "Keys.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace venomx::pane
{

namespace
{

struct Modifiers
{
    bool shift{false};
    bool meta{false};
    bool control{false};

    [[nodiscard]] bool any() const { return shift || meta || control; }
    [[nodiscard]] int parameter() const { return 1 + (shift ? 1 : 0) + (meta ? 2 : 0) + (control ? 4 : 0); }
};

/// A key that sends a control sequence: CSI (or SS3) and a letter, or CSI number ~.
struct FunctionKey
{
    std::string_view name;
    int number; ///< 1: the letter alone
    char final;
    enum class Plain : std::uint8_t
    {
        csi,
        ss3,
        cursor ///< SS3 in application cursor mode
    } plain;
};

constexpr auto kCursor = FunctionKey::Plain::cursor;
constexpr auto kSs3 = FunctionKey::Plain::ss3;
constexpr auto kCsi = FunctionKey::Plain::csi;
constexpr std::array kFunctionKeys{
    FunctionKey{"Up", 1, 'A', kCursor},    FunctionKey{"Down", 1, 'B', kCursor}, FunctionKey{"Right", 1, 'C', kCursor},
    FunctionKey{"Left", 1, 'D', kCursor},  FunctionKey{"Home", 1, 'H', kCursor}, FunctionKey{"End", 1, 'F', kCursor},
    FunctionKey{"Insert", 2, '~', kCsi},   FunctionKey{"Delete", 3, '~', kCsi},  FunctionKey{"PageUp", 5, '~', kCsi},
    FunctionKey{"PageDown", 6, '~', kCsi}, FunctionKey{"F1", 1, 'P', kSs3},      FunctionKey{"F2", 1, 'Q', kSs3},
    FunctionKey{"F3", 1, 'R', kSs3},       FunctionKey{"F4", 1, 'S', kSs3},      FunctionKey{"F5", 15, '~', kCsi},
    FunctionKey{"F6", 17, '~', kCsi},      FunctionKey{"F7", 18, '~', kCsi},     FunctionKey{"F8", 19, '~', kCsi},
    FunctionKey{"F9", 20, '~', kCsi},      FunctionKey{"F10", 21, '~', kCsi},    FunctionKey{"F11", 23, '~', kCsi},
    FunctionKey{"F12", 24, '~', kCsi},
};

constexpr char32_t kEnter = 0x0D;
constexpr char32_t kTab = 0x09;
constexpr char32_t kEscape = 0x1B;
constexpr char32_t kBackspace = 0x7F;

struct NamedCharacter
{
    std::string_view name;
    char32_t code;
};
constexpr std::array kNamedCharacters{
    NamedCharacter{"Enter", kEnter},         NamedCharacter{"Tab", kTab},   NamedCharacter{"Escape", kEscape},
    NamedCharacter{"Backspace", kBackspace}, NamedCharacter{"Space", U' '},
};

/// Takes the prefixes off `name`; false when one stands twice.
bool takeModifiers(std::string_view& name, Modifiers& modifiers)
{
    while (name.size() > 2 && name[1] == '-')
    {
        bool* flag = nullptr;
        if (name[0] == 'C') flag = &modifiers.control;
        if (name[0] == 'M') flag = &modifiers.meta;
        if (name[0] == 'S') flag = &modifiers.shift;
        if (flag == nullptr) break;
        if (*flag) return false;
        *flag = true;
        name.remove_prefix(2);
    }
    return true;
}

/// The code point that `text`, valid UTF-8, consists of; empty when it is not exactly one.
std::optional<char32_t> singleCharacter(std::string_view text)
{
    if (text.empty()) return std::nullopt;
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() != size) return std::nullopt;
    char32_t code = size == 1 ? lead : lead & (0xFFU >> (size + 1));
    for (const char byte : text.substr(1)) code = (code << 6) | (static_cast<unsigned char>(byte) & 0x3FU);
    return code;
}

std::string encodeFunctionKey(const FunctionKey& key, const Modifiers& modifiers, const KeyModes& modes)
{
    using Plain = FunctionKey::Plain;
    if (modifiers.any()) return "\x1B[" + std::to_string(key.number) + ";" + std::to_string(modifiers.parameter()) + key.final;
    if (key.final == '~') return "\x1B[" + std::to_string(key.number) + "~";
    const bool ss3 = key.plain == Plain::ss3 || (key.plain == Plain::cursor && modes.applicationCursor);
    return std::string{ss3 ? "\x1BO" : "\x1B["} + key.final;
}

/// The control character that Ctrl makes of `code`, where there is one.
std::optional<char> controlForm(char32_t code)
{
    if (code >= 0x40 && code < 0x7F) return static_cast<char>(code & 0x1F);
    switch (code)
    {
    case U' ':
    case U'2':
        return '\0';
    case U'3':
    case U'4':
    case U'5':
    case U'6':
    case U'7':
        return static_cast<char>(0x1B + (code - U'3'));
    case U'/':
        return '\x1F';
    case U'8':
    case U'?':
        return '\x7F';
    default:
        return std::nullopt;
    }
}

/// Does the program want this key as CSI 27 ; modifiers ; code ~ ? Level 1 keeps what a terminal has always had a byte for;
/// level 2 keeps only what Shift alone makes of a character.
bool reportedApart(char32_t code, const Modifiers& modifiers, int level)
{
    if (level <= 0 || !modifiers.any()) return false;
    const bool shiftAlone = modifiers.shift && !modifiers.meta && !modifiers.control;
    const bool controlAlone = modifiers.control && !modifiers.meta && !modifiers.shift;
    if (code == kTab && shiftAlone) return false;
    if (level == 1)
    {
        if (code == kBackspace || code == kEscape) return false;
        if (code == kEnter || code == kTab) return modifiers.shift || modifiers.control;
        return modifiers.control && (modifiers.shift || !controlForm(code));
    }
    if (code == kBackspace) return !controlAlone;
    if (shiftAlone) return code == U' ' || code == kEnter || code == kEscape;
    return true;
}

std::string utf8(char32_t code)
{
    std::string text;
    const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code < 0x80)
    {
        put(code);
        return text;
    }
    if (code < 0x800)
        put(0xC0 | (code >> 6));
    else
    {
        if (code < 0x10000)
            put(0xE0 | (code >> 12));
        else
        {
            put(0xF0 | (code >> 18));
            put(0x80 | ((code >> 12) & 0x3F));
        }
        put(0x80 | ((code >> 6) & 0x3F));
    }
    put(0x80 | (code & 0x3F));
    return text;
}

std::string encodeCharacter(char32_t code, const Modifiers& modifiers, const KeyModes& modes)
{
    if (modifiers.shift && code >= U'a' && code <= U'z') code -= U'a' - U'A';
    if (reportedApart(code, modifiers, modes.modifyOtherKeys))
        return "\x1B[27;" + std::to_string(modifiers.parameter()) + ";" + std::to_string(static_cast<std::uint32_t>(code)) + "~";

    std::string bytes;
    if (modifiers.meta) bytes.push_back('\x1B');
    if (code == kTab && modifiers.shift) return bytes + "\x1B[Z";
    if (code == kEnter && modes.newLine) return bytes + "\r\n";
    if (code == kBackspace) return bytes + (modifiers.control != modes.backspaceSendsBackspace ? '\x08' : '\x7F');
    if (const auto control = modifiers.control ? controlForm(code) : std::nullopt)
        bytes.push_back(*control);
    else
        bytes += utf8(code);
    return bytes;
}

} // namespace

std::optional<std::string> encodeKey(std::string_view name, const KeyModes& modes)
{
    Modifiers modifiers;
    if (!takeModifiers(name, modifiers)) return std::nullopt;
    if (const auto character = singleCharacter(name)) return encodeCharacter(*character, modifiers, modes);

    const auto named = std::ranges::find(kNamedCharacters, name, &NamedCharacter::name);
    if (named != kNamedCharacters.end()) return encodeCharacter(named->code, modifiers, modes);
    const auto function = std::ranges::find(kFunctionKeys, name, &FunctionKey::name);
    if (function != kFunctionKeys.end()) return encodeFunctionKey(*function, modifiers, modes);
    return std::nullopt;
}

} // namespace venomx::pane
