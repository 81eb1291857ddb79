#include "Lab.h"

#include "client/Failure.h"
#include "client/documents/Facts.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::client::test
{

class FactsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(FactsTest);
    CPPUNIT_TEST(familiesAreSortedAndWhole);
    CPPUNIT_TEST(fieldsAreFlattenedWithTheirPaths);
    CPPUNIT_TEST(typesInWords);
    CPPUNIT_TEST(rightsAndEffects);
    CPPUNIT_TEST(synopses);
    CPPUNIT_TEST(exitStatuses);
    CPPUNIT_TEST(pluginsOfVerbs);
    CPPUNIT_TEST_SUITE_END();

public:
    void familiesAreSortedAndWhole()
    {
        const std::vector<Family> all = families(lab());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, all.size());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"lab"}, all[0].name);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, all[0].verbs.size());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"lab.watch_all"}, all[0].verbs[1].name());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"whoami"}, all[1].name);
    }

    void fieldsAreFlattenedWithTheirPaths()
    {
        std::string paths;
        for (const Field& field : flattened(labVerb("lab.run").params())) paths += field.path + " ";
        CPPUNIT_ASSERT_EQUAL(std::string{"pane argv axis count text trim env_unset env env[].name env[].value "}, paths);
    }

    void typesInWords()
    {
        std::string types;
        for (const ParamView& param : labVerb("lab.run").params()) types += typeText(param.type()) + "; ";
        CPPUNIT_ASSERT_EQUAL(
            std::string{"string; array of string; string: rows or cols; integer, 1 to 9; string; boolean; array of string; "
                        "array of object; "},
            types);
        CPPUNIT_ASSERT_EQUAL(std::string{"integer, at least 0"}, typeText(labVerb("lab.watch_all").params().front().type()));
        CPPUNIT_ASSERT_EQUAL(std::string{"\"rows\""}, defaultText(labVerb("lab.run").params()[2]));
        CPPUNIT_ASSERT_EQUAL(std::string{}, defaultText(labVerb("lab.run").params()[0]));
    }

    void rightsAndEffects()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn on the given pane; admin on everything"}, rightsText(labVerb("lab.run")));
        CPPUNIT_ASSERT_EQUAL(std::string{}, rightsText(labVerb("whoami")));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"destroys something"}, effectText(labVerb("lab.run")));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"reads"}, effectText(labVerb("whoami")));
    }

    void synopses()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx lab run --pane TEXT [--axis rows|cols] [--count N] [--text TEXT] [--no-trim] "
                                         "[--env-unset TEXT ...] [--env NAME=VALUE ...] [-- argv ...]"},
                             synopsisLine(labVerb("lab.run")));
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx lab watch-all --depth N"}, synopsisLine(labVerb("lab.watch_all")));
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx whoami"}, synopsisLine(labVerb("whoami")));
    }

    void exitStatuses()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1 when status is bad"}, exitText(labVerb("lab.run")));
        CPPUNIT_ASSERT_EQUAL(std::string{}, exitText(labVerb("whoami")));
        std::string statuses;
        for (const ErrorClass& known : errorClasses()) statuses += std::to_string(exitStatusOf(known.name));
        CPPUNIT_ASSERT_EQUAL(std::string{"1123456"}, statuses);
    }

    void pluginsOfVerbs()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"lab 1.2.3"}, pluginOf(lab(), labVerb("lab.run")));
        CPPUNIT_ASSERT_EQUAL(std::string{"kernel 0.1.0"}, pluginOf(lab(), labVerb("whoami")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FactsTest);

} // namespace venomx::client::test
