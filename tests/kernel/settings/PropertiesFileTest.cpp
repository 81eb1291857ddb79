// Lines, joins, escapes and mistakes of a properties text.
#include <cppunit/extensions/HelperMacros.h>

#include "kernel/settings/PropertiesFile.h"
#include "kernel/settings/SettingsError.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{

class PropertiesFileTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PropertiesFileTest);
    CPPUNIT_TEST(readsEveryForm);
    CPPUNIT_TEST(keepsBytesThatAreNotText);
    CPPUNIT_TEST(namesFileAndLineOfAMistake);
    CPPUNIT_TEST(readsFiles);
    CPPUNIT_TEST_SUITE_END();

    static std::string shown(std::string_view text)
    {
        std::string all;
        for (const PropertyLine& entry : parseProperties(text, "f"))
            all += std::to_string(entry.line) + '[' + entry.key + "][" + entry.value + ']';
        return all;
    }

    static std::string mistake(std::string_view text)
    {
        try
        {
            return "none: " + shown(text);
        }
        catch (const SettingsError& error)
        {
            return error.what();
        }
    }

public:
    void readsEveryForm()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, shown(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"2[a.b][1]3[c][two words]4[d][]5[e][x=y:z]"},
                             shown("# note\na.b=1\n  c :  two words  \r\nd =\ne = x=y:z\n! more = 1\n\n   \n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1[list][one, two]4[next][\\]"}, shown("list = one, \\\n    \\\n  two\nnext = \\\\"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1[a][x\ty\nz=w]"}, shown(R"(a = x\ty\nz\=w)"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1[a][b]"}, shown("a = b\\")); // nothing left to join
    }

    void keepsBytesThatAreNotText() { CPPUNIT_ASSERT_EQUAL(std::string{"1[dir][/srv/\xFF\x80]"}, shown("dir = /srv/\xFF\x80\n")); }

    void namesFileAndLineOfAMistake()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"f:2: expected key = value"}, mistake("a = 1\nnonsense\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"f:1: a value without a key"}, mistake(" = 1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"f:3: a: already set in line 1"}, mistake("a = 1\nb = 1\na = 2"));
        CPPUNIT_ASSERT_EQUAL(std::string{"f:1: a NUL byte"}, mistake(std::string_view{"a = 1\0", 6}));
    }

    void readsFiles()
    {
        const TestFolder folder;
        CPPUNIT_ASSERT(!readProperties(folder.path("none")));
        CPPUNIT_ASSERT(!readProperties(folder.path("none/below")));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, readProperties(folder.write("one", "a = 1\n"))->front().value);
        CPPUNIT_ASSERT_THROW(static_cast<void>(readProperties(folder.path(""))), SettingsError);
        const std::string large = folder.write("large", "a = " + std::string((1U << 20) - 3, 'x'));
        CPPUNIT_ASSERT_THROW_MESSAGE("over 1 MiB", static_cast<void>(readProperties(large)), SettingsError);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PropertiesFileTest);

} // namespace venomx::kernel::tests
