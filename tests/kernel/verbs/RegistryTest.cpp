// Which verbs are taken in, withheld and listed, and the manifest that comes of it.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/call.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/services/spawner.h>

#include "kernel/verbs/Manifest.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr Param kParams[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane", .standardInput = true},
    {.name = "size", .type = Type::integer(1, 9), .summary = "Size", .fallback = 2},
};
constexpr Example kExamples[] = {{"Try it", R"({"pane":"p0"})"}};
constexpr ErrorSpec kErrors[] = {{.code = "not_found.pane", .when = "No such pane"}};
constexpr VerbSpec kOne{.name = "one.run",
                        .summary = "Run",
                        .description = "Runs.",
                        .authorize = {{Right::write, "pane"}, Right::admin},
                        .effect = Effect::destroy,
                        .params = kParams,
                        .errors = kErrors,
                        .examples = kExamples,
                        .stream = true};
constexpr VerbSpec kOther{.name = "one.other", .summary = "Other"};
constexpr VerbSpec kTwo{.name = "two.run", .summary = "Run", .include = {kSpawnParams}, .rest = "argv"};
constexpr Param kFiltered[] = {{.name = "kinds", .type = Type::string(), .summary = "Of {event kinds}"}};
constexpr VerbSpec kFilter{.name = "one.filter", .summary = "Filter", .params = kFiltered};
constexpr std::string_view kPublished[] = {"one.began", "one.ended"};
constexpr std::string_view kAlsoPublished[] = {"two.done"};
constexpr VerbSpec kBad{.name = "Bad", .summary = "Bad"};

const std::function<void(Call&)> kNothing = [](Call&) {};

std::string whyRefused(Registry& registry, std::string_view plugin, const std::vector<Verb>& verbs)
{
    try
    {
        registry.add(plugin, verbs);
        return "taken";
    }
    catch (const RegistryError& wrong)
    {
        return std::string{wrong.reason().view()} + ": " + wrong.what();
    }
}

} // namespace

class RegistryTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RegistryTest);
    CPPUNIT_TEST(refusesWhatDoesNotFit);
    CPPUNIT_TEST(takesGroupsOfTheirOwnersOnly);
    CPPUNIT_TEST(withdrawsAndTakesAgain);
    CPPUNIT_TEST(deniesVerbsAndFamilies);
    CPPUNIT_TEST(writesTheManifest);
    CPPUNIT_TEST(manifestTellsTheKindsOfEvents);
    CPPUNIT_TEST(manifestFollowsTheVerbs);
    CPPUNIT_TEST_SUITE_END();

    Registry _registry;

    void describe(const char* name) { _registry.describe({.name = name, .version = "1.2", .summary = "A trial"}); }

public:
    void setUp() override
    {
        describe("one");
        describe("two");
    }

    void refusesWhatDoesNotFit()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_spec: verb Bad: its name is malformed"},
                             whyRefused(_registry, "one", {{&kOther, kNothing}, {&kBad, kNothing}}));
        CPPUNIT_ASSERT(_registry.find("one.other") == nullptr); // all or none
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_spec: a verb has no spec or no function"}, whyRefused(_registry, "one", {{&kOther, {}}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_spec: a verb has no spec or no function"},
                             whyRefused(_registry, "one", {{nullptr, kNothing}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"duplicate_verb: verb one.other is there twice"},
                             whyRefused(_registry, "one", {{&kOther, kNothing}, {&kOther, kNothing}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, whyRefused(_registry, "one", {{&kOther, kNothing}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"duplicate_verb: verb one.other is already provided by one"},
                             whyRefused(_registry, "two", {{&kOther, kNothing}}));
        _registry.withdraw("one");
        CPPUNIT_ASSERT_EQUAL(std::string{"duplicate_verb: verb one.other is already provided by one"},
                             whyRefused(_registry, "two", {{&kOther, kNothing}}));
    }

    void takesGroupsOfTheirOwnersOnly()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unknown_group: verb two.run includes the group spawn.params, which plugin spawn does not provide"},
            whyRefused(_registry, "two", {{&kTwo, kNothing}}));
        _registry.describe({.name = "spawn", .version = "1", .summary = "Starts", .groups = {kSpawnParams}});
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, whyRefused(_registry, "two", {{&kTwo, kNothing}}));
    }

    void withdrawsAndTakesAgain()
    {
        _registry.add("one", std::vector<Verb>{{&kOther, kNothing}});
        const RegisteredVerb* before = _registry.find("one.other");
        CPPUNIT_ASSERT(before->callable());
        _registry.withdraw("one");
        CPPUNIT_ASSERT(!before->callable());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _registry.listing().size());
        describe("one");
        _registry.add("one", std::vector<Verb>{{&kOther, kNothing}});
        CPPUNIT_ASSERT(before == _registry.find("one.other"));
        CPPUNIT_ASSERT(before->callable());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _registry.listing().front().verbs.size());
    }

    void deniesVerbsAndFamilies()
    {
        _registry.add("one", std::vector<Verb>{{&kOne, kNothing}, {&kOther, kNothing}});
        CPPUNIT_ASSERT(_registry.deny({"one.run", "one.ru", "on.*"}) == (std::vector<std::string>{"one.ru", "on.*"}));
        CPPUNIT_ASSERT(!_registry.find("one.run")->callable());
        CPPUNIT_ASSERT(_registry.find("one.other")->callable());
        CPPUNIT_ASSERT(_registry.deny({"one.*"}).empty());
        CPPUNIT_ASSERT(!_registry.find("one.other")->callable());
        CPPUNIT_ASSERT(_registry.deny({}).empty());
        CPPUNIT_ASSERT(_registry.find("one.run")->callable());
        // Denied before it came.
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _registry.deny({"two.*"}).size());
        _registry.describe({.name = "spawn", .version = "1", .summary = "Starts", .groups = {kSpawnParams}});
        _registry.add("two", std::vector<Verb>{{&kTwo, kNothing}});
        CPPUNIT_ASSERT(!_registry.find("two.run")->callable());
    }

    void writesTheManifest()
    {
        _registry.describe({.name = "one", .version = "1.2", .summary = "A trial", .needs = {"a/1"}, .provides = {"b/2"}});
        _registry.add("one", std::vector<Verb>{{&kOne, kNothing}});
        Manifest manifest(_registry);
        const std::string expected =
            R"({"format":1,"plugins":[{"format":1,"plugin":"one","version":"1.2","summary":"A trial","needs":["a/1"],"provides":["b/2"],)"
            R"("groups":{},"verbs":[{"name":"one.run","summary":"Run","description":"Runs.","authorize":[{"right":"write","param":"pane",)"
            R"("kind":"pane"},{"right":"admin"}],"effect":"destroy","params":[{"name":"pane","summary":"Pane","type":{"kind":"string"},)"
            R"("required":true,"stdin":true},{"name":"size","summary":"Size","type":{"kind":"integer","min":1,"max":9},"required":false,)"
            R"("default":2}],"include":[],"result":[],"errors":[{"code":"not_found.pane","when":"No such pane","data":[]}],)"
            R"("examples":[{"summary":"Try it","params":{"pane":"p0"}}],"stream":true}]},)"
            R"({"format":1,"plugin":"two","version":"1.2","summary":"A trial","needs":[],"provides":[],"groups":{},"verbs":[]}]})";
        CPPUNIT_ASSERT_EQUAL(expected, manifest.text());
    }

    void manifestTellsTheKindsOfEvents()
    {
        _registry.describe({.name = "one", .version = "1", .summary = "A trial"});
        _registry.add("one", std::vector<Verb>{{&kFilter, kNothing}});
        Manifest manifest(_registry);
        CPPUNIT_ASSERT(manifest.text().find(R"("summary":"Of none")") != std::string::npos);
        _registry.describe({.name = "one", .version = "1", .summary = "A trial", .events = kPublished});
        _registry.describe({.name = "two", .version = "1", .summary = "A trial", .events = kAlsoPublished});
        CPPUNIT_ASSERT(manifest.text().find(R"("summary":"Of one.began, one.ended, two.done")") != std::string::npos);
        _registry.withdraw("two");
        CPPUNIT_ASSERT(manifest.text().find(R"("summary":"Of one.began, one.ended")") != std::string::npos);
        for (const std::string_view wrong : {"", "one", "one.", "One.done", "one.*"})
            CPPUNIT_ASSERT_THROW_MESSAGE(std::string{wrong},
                                         _registry.describe({.name = "bad", .version = "1", .summary = "Bad", .events = {&wrong, 1}}),
                                         RegistryError);
    }

    void manifestFollowsTheVerbs()
    {
        _registry.describe({.name = "spawn", .version = "1", .summary = "Starts", .groups = {kSpawnParams}});
        _registry.add("one", std::vector<Verb>{{&kOne, kNothing}, {&kOther, kNothing}});
        Manifest manifest(_registry);
        const std::string first = manifest.hash();
        CPPUNIT_ASSERT_EQUAL(std::size_t{64}, first.size());
        CPPUNIT_ASSERT_EQUAL(std::string::npos, first.find_first_not_of("0123456789abcdef"));
        _registry.add("two", std::vector<Verb>{{&kTwo, kNothing}});
        const std::string second = manifest.hash();
        CPPUNIT_ASSERT(first != second);
        _registry.withdraw("two");
        describe("two");
        CPPUNIT_ASSERT_EQUAL(first, manifest.hash()); // the same verbs, the same hash
        static_cast<void>(_registry.deny({"one.other"}));
        CPPUNIT_ASSERT(first != manifest.hash());
        CPPUNIT_ASSERT_EQUAL(std::string::npos, manifest.text().find("one.other"));
        Arena arena;
        CPPUNIT_ASSERT(JsonReader(64).read(manifest.text(), arena).error == JsonError::none);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RegistryTest);

} // namespace venomx::kernel::tests
