#include <cppunit/extensions/HelperMacros.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/plugins/Digests.h"
#include "kernel/settings/SettingsError.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{

namespace
{

std::string text(std::initializer_list<std::string_view> parts)
{
    std::string all;
    for (const std::string_view part : parts) all.append(part);
    return all;
}

} // namespace

class DigestsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DigestsTest);
    CPPUNIT_TEST(readsWhatSha256sumWrites);
    CPPUNIT_TEST(saysBothDigests);
    CPPUNIT_TEST(refusesOtherLines);
    CPPUNIT_TEST(theFileIsHeldToAPluginsRules);
    CPPUNIT_TEST_SUITE_END();

    const std::string _one = std::string(64, '1');
    const std::string _two = std::string(64, '2');
    TestFolder _folder;

    std::string list(const std::string& lines, mode_t mode = 0644) const
    {
        const std::string path = _folder.write("digests", lines);
        chmod(path.c_str(), mode);
        return path;
    }

    std::string refusal(const std::string& lines) const
    {
        try
        {
            static_cast<void>(Digests::read(list(lines), geteuid()));
            return "read";
        }
        catch (const SettingsError& error)
        {
            return error.what();
        }
    }

public:
    void readsWhatSha256sumWrites()
    {
        const std::string lines = text({"# a comment\n\n", _one, "  /opt/plugins/acme.so\n", _two, " *zenith.so"});
        const Digests digests = Digests::read(list(lines), geteuid());
        CPPUNIT_ASSERT(!digests.judge("acme.so", _one));
        CPPUNIT_ASSERT(!digests.judge("zenith.so", _two));
        CPPUNIT_ASSERT(!digests.judge("anything.so", _two)); // bytes count, not names
        CPPUNIT_ASSERT(digests.judge("acme.so", std::string(64, '3')).has_value());
    }

    void saysBothDigests()
    {
        const Digests digests = Digests::read(list(text({_one, "  acme.so\n"})), geteuid());
        const auto other = digests.judge("acme.so", _two);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"digest"}, other->reason.view());
        CPPUNIT_ASSERT_EQUAL(text({"the file's SHA-256 is ", _two, ", and plugins.digests lists ", _one, " for it"}), other->sentence);
        CPPUNIT_ASSERT_EQUAL(text({"the file's SHA-256 is ", _two, ", and plugins.digests does not list it"}),
                             digests.judge("zenith.so", _two)->sentence);
    }

    void refusesOtherLines()
    {
        const std::string good = text({_one, "  acme.so\n"});
        const std::string_view one{_one};
        for (const std::string& bad :
             {text({"acme.so"}), text({one}), text({one, "  "}), text({one, " acme.so"}), text({one.substr(1), "  acme.so"}),
              text({one, "1  acme.so"}), text({std::string(64, 'A'), "  acme.so"}), text({std::string(64, 'g'), "  acme.so"}),
              text({" ", one, "  acme.so"}), text({one, "\tacme.so"})})
        {
            const std::string said = refusal(text({good, bad, "\n"}));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(bad,
                                         text({"plugins.digests: ", _folder.path("digests"),
                                               ":2: a line is a SHA-256 digest and a file's name, as sha256sum writes it"}),
                                         said);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, refusal(good));
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, refusal(""));
    }

    void theFileIsHeldToAPluginsRules()
    {
        CPPUNIT_ASSERT_THROW(static_cast<void>(Digests::read(list("", 0666), geteuid())), SettingsError);
        CPPUNIT_ASSERT_THROW(static_cast<void>(Digests::read(_folder.path("none"), geteuid())), SettingsError);
        CPPUNIT_ASSERT_THROW(static_cast<void>(Digests::read(_folder.path(), geteuid())), SettingsError);
        std::filesystem::create_symlink(list(""), _folder.path("link"));
        CPPUNIT_ASSERT_THROW(static_cast<void>(Digests::read(_folder.path("link"), geteuid())), SettingsError);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DigestsTest);

} // namespace venomx::kernel::tests
