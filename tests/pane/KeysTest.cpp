#include "Keys.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <span>
#include <string>

namespace venomx::pane
{

namespace
{

struct Case
{
    std::string_view name;
    std::string_view bytes;
};

constexpr std::string_view kUnknown = "unknown";
constexpr std::string_view kNul{"\0", 1};
constexpr std::string_view kEscapeNul{"\x1B\0", 2};

std::string shown(std::string_view bytes)
{
    std::string text;
    for (const char byte : bytes)
    {
        if (byte == '\x1B')
            text += "ESC ";
        else if (static_cast<unsigned char>(byte) < 0x20 || byte == '\x7F')
            text += "0x" + std::to_string(static_cast<int>(byte)) + ' ';
        else
            text += byte;
    }
    return text;
}

void check(const KeyModes& modes, std::span<const Case> cases)
{
    for (const Case& one : cases)
    {
        const auto encoded = encodeKey(one.name, modes);
        const std::string expected = one.bytes == kUnknown ? std::string{kUnknown} : shown(one.bytes);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{one.name}, expected, encoded ? shown(*encoded) : std::string{kUnknown});
    }
}

} // namespace

class KeysTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(KeysTest);
    CPPUNIT_TEST(testCharacters);
    CPPUNIT_TEST(testControl);
    CPPUNIT_TEST(testNames);
    CPPUNIT_TEST(testFunctionKeys);
    CPPUNIT_TEST(testModifiedFunctionKeys);
    CPPUNIT_TEST(testApplicationCursor);
    CPPUNIT_TEST(testOtherKeysLevelOne);
    CPPUNIT_TEST(testOtherKeysLevelTwo);
    CPPUNIT_TEST(testBackspaceAndNewLineModes);
    CPPUNIT_TEST(testEveryModifierOfNamedCharacters);
    CPPUNIT_TEST(testUnknown);
    CPPUNIT_TEST_SUITE_END();

    void testCharacters()
    {
        constexpr std::array cases{
            Case{"a", "a"},
            Case{"Z", "Z"},
            Case{"-", "-"},
            Case{":", ":"},
            Case{"S-a", "A"},
            Case{"M-x", "\x1Bx"},
            Case{"M-S-x", "\x1BX"},
            Case{"\u00E4", "\u00E4"},
            Case{"\u6F22", "\u6F22"},
            Case{"\U0001F600", "\U0001F600"},
            Case{"M-\u6F22", "\x1B\u6F22"},
            Case{"M--", "\x1B-"},
            Case{"S-1", "1"},
            Case{"\n", "\n"},
        };
        check({}, cases);
    }

    void testControl()
    {
        constexpr std::array cases{
            Case{"C-c", "\x03"},       Case{"C-C", "\x03"},   Case{"C-a", "\x01"},        Case{"C-z", "\x1A"}, Case{"C-[", "\x1B"},
            Case{"C-\\", "\x1C"},      Case{"C-]", "\x1D"},   Case{"C-^", "\x1E"},        Case{"C-_", "\x1F"}, Case{"C-?", "\x7F"},
            Case{"C-@", kNul},         Case{"C-Space", kNul}, Case{"C-2", kNul},          Case{"C-3", "\x1B"}, Case{"C-7", "\x1F"},
            Case{"C-8", "\x7F"},       Case{"C-/", "\x1F"},   Case{"C-1", "1"},           Case{"C-;", ";"},    Case{"C-M-c", "\x1B\x03"},
            Case{"M-C-c", "\x1B\x03"}, Case{"C-S-a", "\x01"}, Case{"C-\u00E4", "\u00E4"},
        };
        check({}, cases);
    }

    void testNames()
    {
        constexpr std::array cases{
            Case{"Enter", "\r"},       Case{"M-Enter", "\x1B\r"},   Case{"C-Enter", "\r"},
            Case{"Tab", "\t"},         Case{"S-Tab", "\x1B[Z"},     Case{"M-Tab", "\x1B\t"},
            Case{"C-Tab", "\t"},       Case{"Escape", "\x1B"},      Case{"M-Escape", "\x1B\x1B"},
            Case{"Space", " "},        Case{"S-Space", " "},        Case{"M-Space", "\x1B "},
            Case{"Backspace", "\x7F"}, Case{"C-Backspace", "\x08"}, Case{"M-Backspace", "\x1B\x7F"},
        };
        check({}, cases);
    }

    void testFunctionKeys()
    {
        constexpr std::array cases{
            Case{"Up", "\x1B[A"},      Case{"Down", "\x1B[B"},      Case{"Right", "\x1B[C"},   Case{"Left", "\x1B[D"},
            Case{"Home", "\x1B[H"},    Case{"End", "\x1B[F"},       Case{"Insert", "\x1B[2~"}, Case{"Delete", "\x1B[3~"},
            Case{"PageUp", "\x1B[5~"}, Case{"PageDown", "\x1B[6~"}, Case{"F1", "\x1BOP"},      Case{"F2", "\x1BOQ"},
            Case{"F3", "\x1BOR"},      Case{"F4", "\x1BOS"},        Case{"F5", "\x1B[15~"},    Case{"F6", "\x1B[17~"},
            Case{"F7", "\x1B[18~"},    Case{"F8", "\x1B[19~"},      Case{"F9", "\x1B[20~"},    Case{"F10", "\x1B[21~"},
            Case{"F11", "\x1B[23~"},   Case{"F12", "\x1B[24~"},
        };
        check({}, cases);
    }

    void testModifiedFunctionKeys()
    {
        constexpr std::array cases{
            Case{"S-Up", "\x1B[1;2A"},     Case{"M-Up", "\x1B[1;3A"},     Case{"M-S-Up", "\x1B[1;4A"},   Case{"C-Left", "\x1B[1;5D"},
            Case{"C-S-End", "\x1B[1;6F"},  Case{"C-M-Home", "\x1B[1;7H"}, Case{"S-M-C-F1", "\x1B[1;8P"}, Case{"C-F5", "\x1B[15;5~"},
            Case{"S-Delete", "\x1B[3;2~"}, Case{"M-PageUp", "\x1B[5;3~"},
        };
        check({}, cases);
        check({.applicationCursor = true}, cases);
    }

    void testApplicationCursor()
    {
        constexpr std::array cases{
            Case{"Up", "\x1BOA"},  Case{"Left", "\x1BOD"},    Case{"Home", "\x1BOH"},
            Case{"End", "\x1BOF"}, Case{"PageUp", "\x1B[5~"}, Case{"F1", "\x1BOP"},
        };
        check({.applicationCursor = true}, cases);
    }

    void testOtherKeysLevelOne()
    {
        constexpr std::array cases{
            Case{"a", "a"},
            Case{"C-c", "\x03"},
            Case{"M-x", "\x1Bx"},
            Case{"C-M-c", "\x1B\x03"},
            Case{"C-1", "\x1B[27;5;49~"},
            Case{"C-;", "\x1B[27;5;59~"},
            Case{"C-S-a", "\x1B[27;6;65~"},
            Case{"S-Tab", "\x1B[Z"},
            Case{"C-Tab", "\x1B[27;5;9~"},
            Case{"S-Enter", "\x1B[27;2;13~"},
            Case{"Enter", "\r"},
            Case{"M-Enter", "\x1B\r"},
            Case{"C-Backspace", "\x08"},
            Case{"S-a", "A"},
            Case{"C-Space", kNul},
        };
        check({.modifyOtherKeys = 1}, cases);
    }

    void testOtherKeysLevelTwo()
    {
        constexpr std::array cases{
            Case{"a", "a"},
            Case{"S-a", "A"},
            Case{"C-c", "\x1B[27;5;99~"},
            Case{"M-x", "\x1B[27;3;120~"},
            Case{"C-M-c", "\x1B[27;7;99~"},
            Case{"S-Space", "\x1B[27;2;32~"},
            Case{"C-Space", "\x1B[27;5;32~"},
            Case{"M-Escape", "\x1B[27;3;27~"},
            Case{"Enter", "\r"},
            Case{"C-Enter", "\x1B[27;5;13~"},
            Case{"C-Backspace", "\x08"},
            Case{"M-Backspace", "\x1B[27;3;127~"},
            Case{"S-Tab", "\x1B[Z"},
            Case{"C-S-Tab", "\x1B[27;6;9~"},
        };
        check({.modifyOtherKeys = 2}, cases);
    }

    void testBackspaceAndNewLineModes()
    {
        constexpr std::array cases{
            Case{"Backspace", "\x08"},
            Case{"C-Backspace", "\x7F"},
            Case{"Enter", "\r\n"},
            Case{"M-Enter", "\x1B\r\n"},
        };
        check({.backspaceSendsBackspace = true, .newLine = true}, cases);
    }

    // The keys that have a byte of their own: plain, then with S, M, MS, C, CS, CM, CMS. A row for each level of modifyOtherKeys.
    void testEveryModifierOfNamedCharacters()
    {
        struct Row
        {
            std::string_view name;
            int level;
            std::array<std::string_view, 8> bytes;
        };
        constexpr std::array rows{
            Row{"Enter", 0, {"\r", "\r", "\x1B\r", "\x1B\r", "\r", "\r", "\x1B\r", "\x1B\r"}},
            Row{"Enter",
                1,
                {"\r", "\x1B[27;2;13~", "\x1B\r", "\x1B[27;4;13~", "\x1B[27;5;13~", "\x1B[27;6;13~", "\x1B[27;7;13~", "\x1B[27;8;13~"}},
            Row{"Enter",
                2,
                {"\r", "\x1B[27;2;13~", "\x1B[27;3;13~", "\x1B[27;4;13~", "\x1B[27;5;13~", "\x1B[27;6;13~", "\x1B[27;7;13~",
                 "\x1B[27;8;13~"}},
            Row{"Tab", 0, {"\t", "\x1B[Z", "\x1B\t", "\x1B\x1B[Z", "\t", "\x1B[Z", "\x1B\t", "\x1B\x1B[Z"}},
            Row{"Tab", 1, {"\t", "\x1B[Z", "\x1B\t", "\x1B[27;4;9~", "\x1B[27;5;9~", "\x1B[27;6;9~", "\x1B[27;7;9~", "\x1B[27;8;9~"}},
            Row{"Tab", 2, {"\t", "\x1B[Z", "\x1B[27;3;9~", "\x1B[27;4;9~", "\x1B[27;5;9~", "\x1B[27;6;9~", "\x1B[27;7;9~", "\x1B[27;8;9~"}},
            Row{"Escape", 0, {"\x1B", "\x1B", "\x1B\x1B", "\x1B\x1B", "\x1B", "\x1B", "\x1B\x1B", "\x1B\x1B"}},
            Row{"Escape", 1, {"\x1B", "\x1B", "\x1B\x1B", "\x1B\x1B", "\x1B", "\x1B", "\x1B\x1B", "\x1B\x1B"}},
            Row{"Escape",
                2,
                {"\x1B", "\x1B[27;2;27~", "\x1B[27;3;27~", "\x1B[27;4;27~", "\x1B[27;5;27~", "\x1B[27;6;27~", "\x1B[27;7;27~",
                 "\x1B[27;8;27~"}},
            Row{"Backspace", 0, {"\x7F", "\x7F", "\x1B\x7F", "\x1B\x7F", "\x08", "\x08", "\x1B\x08", "\x1B\x08"}},
            Row{"Backspace", 1, {"\x7F", "\x7F", "\x1B\x7F", "\x1B\x7F", "\x08", "\x08", "\x1B\x08", "\x1B\x08"}},
            Row{"Backspace",
                2,
                {"\x7F", "\x1B[27;2;127~", "\x1B[27;3;127~", "\x1B[27;4;127~", "\x08", "\x1B[27;6;127~", "\x1B[27;7;127~",
                 "\x1B[27;8;127~"}},
            Row{"Space", 0, {" ", " ", "\x1B ", "\x1B ", kNul, kNul, kEscapeNul, kEscapeNul}},
            Row{"Space", 1, {" ", " ", "\x1B ", "\x1B ", kNul, "\x1B[27;6;32~", kEscapeNul, "\x1B[27;8;32~"}},
            Row{"Space",
                2,
                {" ", "\x1B[27;2;32~", "\x1B[27;3;32~", "\x1B[27;4;32~", "\x1B[27;5;32~", "\x1B[27;6;32~", "\x1B[27;7;32~",
                 "\x1B[27;8;32~"}},
        };
        constexpr std::array prefixes{"", "S-", "M-", "M-S-", "C-", "C-S-", "C-M-", "C-M-S-"};
        for (const Row& row : rows)
            for (std::size_t i = 0; i < prefixes.size(); ++i)
            {
                const std::string name = prefixes[i] + std::string{row.name};
                check({.modifyOtherKeys = row.level}, std::array{Case{name, row.bytes[i]}});
            }
    }

    void testUnknown()
    {
        constexpr std::array cases{
            Case{"", kUnknown},     Case{"enter", kUnknown}, Case{"Return", kUnknown}, Case{"F0", kUnknown}, Case{"F13", kUnknown},
            Case{"C-", kUnknown},   Case{"C-C-c", kUnknown}, Case{"X-a", kUnknown},    Case{"ab", kUnknown}, Case{"C-ab", kUnknown},
            Case{"C-M-", kUnknown}, Case{"^C", kUnknown},    Case{"Up ", kUnknown},
        };
        check({}, cases);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KeysTest);

} // namespace venomx::pane
