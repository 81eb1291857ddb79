// The contract suite lets a good plugin pass, and names what is wrong with each of the others.
#include <cppunit/extensions/HelperMacros.h>

#include "tests/testing/Unruly.h"

namespace venomx::tests
{

using namespace venomx::testing;

class ContractTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ContractTest);
    CPPUNIT_TEST(goodPluginsPass);
    CPPUNIT_TEST(eachViceIsFound);
    CPPUNIT_TEST_SUITE_END();

    static std::string broken(Vice vice)
    {
        return brokenPromises(
            {.name = "unruly", .make = [vice] { return std::make_unique<Unruly>(vice); }, .patience = std::chrono::milliseconds{500}});
    }

public:
    void goodPluginsPass() { CPPUNIT_ASSERT_EQUAL(std::string{}, broken(Vice::none)); }

    void eachViceIsFound()
    {
        const std::pair<Vice, const char*> expected[] = {
            {Vice::noExample, "unruly.say has no example\n"},
            {Vice::badSpec, "it does not start: verb unruly.say: its summary is missing"},
            {Vice::badSetting, "it does not start: "},
            {Vice::startThrows, "it does not start: not today\n"},
            {Vice::stopThrows, "its life ends with an exception: not now\n"},
            {Vice::leaksDescriptor, "it leaves descriptors open when it goes\n"},
            {Vice::leaksThread, "it leaves threads behind when it goes\n"},
            {Vice::throwsOddly, "without its services it throws what is no std::exception\n"},
            {Vice::escapes, "unruly.say, example 1 was answered internal.plugin\n"},
            {Vice::drops, "unruly.say, example 1 was answered internal.dropped\n"},
            {Vice::answersTwice, "unruly.say, example 1 was a fault: plugin unruly: verb unruly.say answered twice\n"},
            {Vice::undeclaredError, "unruly.say, example 1 was answered internal.undeclared_error\n"},
            {Vice::wrongResult, "unruly.say, example 1 was answered internal.result\n"},
            {Vice::deaf, "unruly.wait, example 1 got no answer\n"},
            {Vice::forgetsAtStop, "unruly.wait, example 1, as the plugin stops, got no answer\n"},
            {Vice::errorTellsSecret, "unruly.say tells a request's text in its error conflict.mood\n"},
            {Vice::logsSecret, "unruly.say tells a request's text in the log\n"},
            {Vice::checkThrows, "check unruly.mood throws, or has a detail that is no JSON object\n"},
            {Vice::slowCheck, "check unruly.mood does not end within a second\n"},
            {Vice::wordyDetail, "check unruly.mood has a detail that is no object of numbers, booleans and fixed words\n"},
            {Vice::noHint, "check unruly.mood complains and has no hint\n"},
        };
        for (const auto& [vice, sentence] : expected)
        {
            const std::string said = broken(vice);
            CPPUNIT_ASSERT_MESSAGE(std::string{sentence} + " wanted, got: " + said, said.starts_with(sentence));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ContractTest);

} // namespace venomx::tests
