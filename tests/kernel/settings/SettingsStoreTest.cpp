// Layers, kinds, unknown keys, reload.
#include <cppunit/extensions/HelperMacros.h>
#include <functional>
#include <stdexcept>

#include "kernel/settings/KernelSettings.h"
#include "kernel/settings/SettingsStore.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

using Kind = SettingSpec::Kind;
constexpr SettingSpec kSpecs[] = {
    {.key = "trial.count", .kind = Kind::integer, .fallback = "5", .summary = "Count", .minimum = 1, .maximum = 9, .reloadable = true},
    {.key = "trial.least", .kind = Kind::integer, .fallback = "5", .summary = "Least", .minimum = 1},
    {.key = "trial.most", .kind = Kind::integer, .fallback = "5", .summary = "Most", .maximum = 9},
    {.key = "trial.any", .kind = Kind::integer, .fallback = "-5", .summary = "Any"},
    {.key = "trial.flag", .kind = Kind::boolean, .fallback = "false", .summary = "Flag"},
    {.key = "trial.word", .kind = Kind::text, .fallback = "red", .summary = "Word", .choices = {"red", "blue"}},
    {.key = "trial.free", .kind = Kind::text, .summary = "Free", .reloadable = true},
    {.key = "trial.list", .kind = Kind::list, .fallback = "a, b", .summary = "List"},
};

std::string mistake(const std::function<void()>& step)
{
    try
    {
        step();
        return "none";
    }
    catch (const SettingsError& error)
    {
        return error.what();
    }
    catch (const BadSettingSpec& error)
    {
        return std::string{"spec: "} + error.what();
    }
}

SettingsStore made(SettingsSources sources)
{
    SettingsStore store(std::move(sources));
    store.declare("trial", kSpecs);
    return store;
}

std::string given(const std::string& override)
{
    return mistake([&] { static_cast<void>(made({.overrides = {override}}).finish({})); });
}

} // namespace

class SettingsStoreTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SettingsStoreTest);
    CPPUNIT_TEST(defaultsHold);
    CPPUNIT_TEST(laterLayersWin);
    CPPUNIT_TEST(valuesAreChecked);
    CPPUNIT_TEST(anOwnersCheckIsHeldLikeADeclaration);
    CPPUNIT_TEST(unknownKeysAreErrors);
    CPPUNIT_TEST(keysOfAbsentPluginsAreTold);
    CPPUNIT_TEST(namedFileMustExist);
    CPPUNIT_TEST(declarationsAreChecked);
    CPPUNIT_TEST(readingIsStrict);
    CPPUNIT_TEST(reloadTakesWhatItMay);
    CPPUNIT_TEST(failedReloadChangesNothing);
    CPPUNIT_TEST(kernelKeysAreSound);
    CPPUNIT_TEST_SUITE_END();

public:
    void defaultsHold()
    {
        const SettingsStore store = made({});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{5}, store.integer("trial.count"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-5}, store.integer("trial.any"));
        CPPUNIT_ASSERT(!store.boolean("trial.flag"));
        CPPUNIT_ASSERT_EQUAL(std::string{"red"}, store.text("trial.word"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, store.text("trial.free"));
        CPPUNIT_ASSERT(store.list("trial.list") == (std::vector<std::string>{"a", "b"}));
    }

    void laterLayersWin()
    {
        const TestFolder folder;
        const std::string system = folder.write("system", "trial.count = 1\ntrial.least = 1\n# x\ntrial.free = system ${HOME}\n");
        const std::string user = folder.write("user", "trial.least = 2\ntrial.any = 2\n");
        const std::string named = folder.write("named", "\ntrial.any = 3\ntrial.list =\n");
        SettingsStore store =
            made({.files = {system, folder.path("none"), user}, .named = named, .overrides = {"trial.flag=false", "trial.flag=true"}});
        CPPUNIT_ASSERT(store.finish({}).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, store.integer("trial.count"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, store.integer("trial.least"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, store.integer("trial.any"));
        CPPUNIT_ASSERT(store.boolean("trial.flag"));
        CPPUNIT_ASSERT(store.list("trial.list").empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"system ${HOME}"}, store.text("trial.free")); // taken as written

        std::string sources;
        for (const auto& entry : store.entries()) sources += std::string{entry.spec->key} + '=' + entry.value + " (" + entry.source + ")\n";
        CPPUNIT_ASSERT_EQUAL("trial.any=3 (" + named + ":2)\ntrial.count=1 (" + system +
                                 ":1)\ntrial.flag=true (command line)\ntrial.free=system ${HOME} (" + system + ":4)\ntrial.least=2 (" +
                                 user + ":1)\ntrial.list= (" + named + ":3)\ntrial.most=5 (default)\ntrial.word=red (default)\n",
                             sources);
    }

    void valuesAreChecked()
    {
        const std::string count = "command line: trial.count takes an integer from 1 to 9";
        for (const char* value : {"0", "10", "", "five", "5 ", "+5", "5.0", "0x5", "99999999999999999999"})
            CPPUNIT_ASSERT_EQUAL(count, given(std::string{"trial.count="} + value));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.least takes an integer of at least 1"}, given("trial.least=0"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.most takes an integer of at most 9"}, given("trial.most=10"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.any takes an integer"}, given("trial.any=x"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.flag takes true or false"}, given("trial.flag=yes"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.word takes one of red blue"}, given("trial.word=green"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: trial.list takes words separated by single commas"}, given("trial.list=a,,b"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: -D takes key=value"}, given("trial.word"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, given("trial.free=a=b"));
        const TestFolder folder;
        const std::string file = folder.write("f", "\n\ntrial.count = 12\n");
        CPPUNIT_ASSERT_EQUAL(file + ":3: trial.count takes an integer from 1 to 9",
                             mistake([&] { static_cast<void>(made({.files = {file}})); }));
    }

    void anOwnersCheckIsHeldLikeADeclaration()
    {
        const TestFolder folder;
        const std::string file = folder.write("f", "trial.free = fit\n");
        SettingsStore store({.files = {file}});
        store.hold("trial.free",
                   [](const SettingValue& value)
                   {
                       if (std::get<std::string>(value) != "fit") throw std::invalid_argument("takes fit");
                   });
        const SettingSpec free{.key = "trial.free", .kind = Kind::text, .summary = "Free"};
        store.declare("trial", std::span{&free, 1});
        CPPUNIT_ASSERT_EQUAL(file + ":1", store.source("trial.free"));
        const SettingSpec reloadable{.key = "trial.other", .kind = Kind::text, .summary = "Other", .reloadable = true};
        store.declare("trial", std::span{&reloadable, 1});
        folder.write("f", "trial.other = new\ntrial.free = unfit\n");
        CPPUNIT_ASSERT_EQUAL(file + ":2: trial.free takes fit", mistake([&] { static_cast<void>(store.reload({})); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"fit|"}, store.text("trial.free") + '|' + store.text("trial.other"));
    }

    void unknownKeysAreErrors()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: unknown key trial.cuont; did you mean trial.count?"}, given("trial.cuont=1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: unknown key entirely.different"}, given("entirely.different=1"));
        const TestFolder folder;
        const std::string file = folder.write("f", "trial.count = 1\ntrail.count = 1\n");
        CPPUNIT_ASSERT_EQUAL(file + ":2: unknown key trail.count; did you mean trial.count?",
                             mistake([&] { static_cast<void>(made({.files = {file}}).finish({})); }));
    }

    void keysOfAbsentPluginsAreTold()
    {
        SettingsStore store = made({.overrides = {"other.key=1"}});
        const auto told = store.finish({"other"});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"command line: other.key has no effect, since plugin other is not loaded"}, told.front());
    }

    void namedFileMustExist()
    {
        const TestFolder folder;
        CPPUNIT_ASSERT_EQUAL(folder.path("none") + ": no such file",
                             mistake([&] { static_cast<void>(made({.named = folder.path("none")})); }));
    }

    void declarationsAreChecked()
    {
        SettingsStore store = made({});
        const auto declared = [&](const SettingSpec& spec) { return mistake([&] { store.declare("trial", std::span{&spec, 1}); }); };
        CPPUNIT_ASSERT_EQUAL(std::string{"spec: setting other.key does not begin with its plugin's name"},
                             declared({.key = "other.key", .summary = "Other"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"spec: setting trial.count is declared twice"},
                             declared({.key = "trial.count", .summary = "Again"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"spec: setting \"trial.Key\" has a malformed key"},
                             declared({.key = "trial.Key", .summary = "Case"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"spec: setting trial.silent has no summary"}, declared({.key = "trial.silent"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"spec: the default of setting trial.number does not fit: it takes an integer"},
                             declared({.key = "trial.number", .kind = Kind::integer, .summary = "Number"}));
    }

    void readingIsStrict()
    {
        const SettingsStore store = made({});
        CPPUNIT_ASSERT_THROW(static_cast<void>(store.text("trial.none")), std::logic_error);
        CPPUNIT_ASSERT_THROW(static_cast<void>(store.text("trial.count")), std::logic_error);
    }

    void reloadTakesWhatItMay()
    {
        const TestFolder folder;
        const std::string file = folder.write("f", "trial.count = 1\ntrial.least = 1\ntrial.free = x\n");
        SettingsStore store = made({.files = {file}});
        folder.write("f", "\ntrial.count = 2\ntrial.least = 2\n");
        const SettingsStore::Reloaded reloaded = store.reload({});
        CPPUNIT_ASSERT(reloaded.changed == (std::vector<std::string>{"trial.count", "trial.free"}));
        CPPUNIT_ASSERT(reloaded.restart == std::vector<std::string>{"trial.least"});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, store.integer("trial.count"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, store.integer("trial.least"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, store.text("trial.free"));
        CPPUNIT_ASSERT_EQUAL(file + ":2", store.entries().at(1).source);
        const SettingsStore::Reloaded again = store.reload({});
        CPPUNIT_ASSERT(again.changed.empty());
        CPPUNIT_ASSERT(again.restart == std::vector<std::string>{"trial.least"});
    }

    void failedReloadChangesNothing()
    {
        const TestFolder folder;
        const std::string file = folder.write("f", "trial.count = 1\n");
        SettingsStore store = made({.files = {file}});
        for (const char* bad :
             {"trial.count = 2\ntrial.word = green\n", "trial.count = 2\ntrial.typo = 1\n", "trial.count = 2\nnonsense\n"})
        {
            folder.write("f", bad);
            CPPUNIT_ASSERT_THROW(static_cast<void>(store.reload({})), SettingsError);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, store.integer("trial.count"));
        }
    }

    void kernelKeysAreSound()
    {
        SettingsStore store({});
        store.declare("kernel", kernelSettings());
        CPPUNIT_ASSERT_EQUAL(kernelSettings().size(), store.entries().size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1'048'576}, store.integer("limits.frame"));
        CPPUNIT_ASSERT(store.list("authority.unknown_grants") == std::vector<std::string>{"read *"});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SettingsStoreTest);

} // namespace venomx::kernel::tests
