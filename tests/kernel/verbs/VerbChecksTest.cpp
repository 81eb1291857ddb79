// The rules for specs: one broken spec for each.
#include <cppunit/extensions/HelperMacros.h>
#include <initializer_list>
#include <stdexcept>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel::tests
{
namespace
{

constexpr Param kParams[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane"},
    {.name = "axis", .type = Type::string({"rows", "cols"}), .summary = "Way"},
    {.name = "size", .type = Type::integer(1, 10), .summary = "Size"},
    {.name = "share", .type = Type::number(), .summary = "Share"},
    {.name = "last", .type = Type::boolean(), .summary = "Last"},
};
constexpr Param kResult[] = {{.name = "status", .type = Type::string({"ok", "fail"}), .required = true, .summary = "Status"}};
constexpr VerbSpec kGood{.name = "pane.split",
                         .summary = "Split a pane",
                         .authorize = {{Right::spawn, "pane"}},
                         .params = kParams,
                         .include = {kSpawnParams},
                         .result = kResult,
                         .rest = "argv",
                         .exit = {.field = "status", .statuses = {{"fail", 1}}}};
static_assert(valid(kGood));

constexpr VerbSpec with(void (*change)(VerbSpec&))
{
    VerbSpec spec = kGood;
    change(spec);
    return spec;
}

template <const Param& P>
inline constexpr Param kOne[] = {{.name = "pane", .type = Type::string(), .required = true, .summary = "Pane"}, P};
template <const ErrorSpec& E>
inline constexpr ErrorSpec kOneError[] = {E};

constexpr Param kTwice{.name = "pane", .type = Type::string(), .summary = "Again"};
constexpr Param kIncludedTwice{.name = "argv", .type = Type::string(), .summary = "Again"};
constexpr Param kReserved{.name = "token_file", .type = Type::string(), .summary = "Reserved"};
constexpr Param kCamel{.name = "paneId", .type = Type::string(), .summary = "Camel"};
constexpr Param kSilent{.name = "other", .type = Type::string()};
constexpr Param kStop{.name = "other", .type = Type::string(), .summary = "With a full stop."};
constexpr Param kAny{.name = "other", .type = Type::json(), .summary = "Anything"};
constexpr Param kWrongDefault{.name = "other", .type = Type::integer(1, 3), .summary = "Number", .fallback = 4};
constexpr Param kWrongKind{.name = "other", .type = Type::string(), .summary = "Word", .fallback = 4};
constexpr Param kWrongChoice{.name = "other", .type = Type::string({"a"}), .summary = "Word", .fallback = "b"};
constexpr Param kNeededDefault{.name = "other", .type = Type::boolean(), .required = true, .summary = "Flag", .fallback = true};
constexpr Param kWrongInput{.name = "other", .type = Type::boolean(), .summary = "Flag", .standardInput = true};
constexpr ErrorSpec kClassless{.code = "missing.pane", .when = "Never"};
constexpr ErrorSpec kNameless{.code = "not_found", .when = "Never"};
constexpr ErrorSpec kWhenless{.code = "not_found.pane", .when = ""};

constexpr std::string_view kTwiceWrong = "a parameter, field or error code is there twice";
constexpr std::string_view kSummaryWrong =
    "the summary of a parameter, field, error or example is missing or not one line without a full stop";
constexpr std::string_view kTypeWrong = "a type is malformed: choices are for strings, bounds for integers, json for results";
constexpr std::string_view kDefaultWrong = "a default does not fit its type, or its parameter is required";
constexpr std::string_view kCodeWrong = "an error's code is not class.name with a known class";

template <const Param& P>
constexpr std::string_view whyParam()
{
    return whyInvalid(with([](VerbSpec& spec) { spec.params = kOne<P>; }));
}
template <const ErrorSpec& E>
constexpr std::string_view whyError()
{
    return whyInvalid(with([](VerbSpec& spec) { spec.errors = kOneError<E>; }));
}

std::string_view whyExample(const char* params)
{
    const Example examples[] = {{"Try it", params}};
    VerbSpec spec = kGood;
    spec.examples = examples;
    return whyInvalid(spec);
}

} // namespace

class VerbChecksTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(VerbChecksTest);
    CPPUNIT_TEST(names);
    CPPUNIT_TEST(parameters);
    CPPUNIT_TEST(errors);
    CPPUNIT_TEST(references);
    CPPUNIT_TEST(absentGroups);
    CPPUNIT_TEST(longLists);
    CPPUNIT_TEST(examples);
    CPPUNIT_TEST_SUITE_END();

public:
    void names()
    {
        for (const std::string_view name : {"", "Pane.split", "pane.", ".split", "pane.split.more", "pane split", "pane.sp-lit", "1pane"})
        {
            VerbSpec spec = kGood;
            spec.name = name;
            CPPUNIT_ASSERT_EQUAL(std::string_view{"its name is malformed"}, whyInvalid(spec));
        }
        for (const std::string_view summary : {"", "Ends with a stop.", "Two\nlines", " blank"})
        {
            VerbSpec spec = kGood;
            spec.summary = summary;
            CPPUNIT_ASSERT(whyInvalid(spec).starts_with("its summary is missing"));
        }
    }

    void parameters()
    {
        CPPUNIT_ASSERT_EQUAL(kTwiceWrong, whyParam<kTwice>());
        CPPUNIT_ASSERT_EQUAL(kTwiceWrong, whyParam<kIncludedTwice>());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"a parameter has a name that the command line keeps for itself"}, whyParam<kReserved>());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"a parameter or field has a name that is not [a-z][a-z0-9_]*"}, whyParam<kCamel>());
        CPPUNIT_ASSERT_EQUAL(kSummaryWrong, whyParam<kSilent>());
        CPPUNIT_ASSERT_EQUAL(kSummaryWrong, whyParam<kStop>());
        CPPUNIT_ASSERT_EQUAL(kTypeWrong, whyParam<kAny>());
        CPPUNIT_ASSERT_EQUAL(kDefaultWrong, whyParam<kWrongDefault>());
        CPPUNIT_ASSERT_EQUAL(kDefaultWrong, whyParam<kWrongKind>());
        CPPUNIT_ASSERT_EQUAL(kDefaultWrong, whyParam<kWrongChoice>());
        CPPUNIT_ASSERT_EQUAL(kDefaultWrong, whyParam<kNeededDefault>());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"a parameter that is no string takes standard input"}, whyParam<kWrongInput>());
    }

    void errors()
    {
        CPPUNIT_ASSERT_EQUAL(kCodeWrong, whyError<kClassless>());
        CPPUNIT_ASSERT_EQUAL(kCodeWrong, whyError<kNameless>());
        CPPUNIT_ASSERT_EQUAL(kSummaryWrong, whyError<kWhenless>());
    }

    void references()
    {
        constexpr auto kNoTarget = with([](VerbSpec& spec) { spec.authorize = {{Right::read, "window"}}; });
        constexpr auto kNotText = with([](VerbSpec& spec) { spec.authorize = {{Right::read, "size", ResourceKind::pane}}; });
        constexpr auto kNoKind = with([](VerbSpec& spec) { spec.authorize = {{Right::read, "axis"}}; });
        for (const VerbSpec& spec : {kNoTarget, kNotText, kNoKind})
            CPPUNIT_ASSERT_EQUAL(std::string_view{"it authorizes by a parameter that is not a string of a known kind"}, whyInvalid(spec));
        constexpr auto kNoRest = with([](VerbSpec& spec) { spec.rest = "axis"; });
        CPPUNIT_ASSERT_EQUAL(std::string_view{"its rest does not name an array of strings"}, whyInvalid(kNoRest));
        constexpr auto kNoField = with([](VerbSpec& spec) { spec.exit.field = "state"; });
        constexpr auto kNoValue = with([](VerbSpec& spec) { spec.exit.statuses = {{"failed", 1}}; });
        constexpr auto kNoStatus = with([](VerbSpec& spec) { spec.exit.statuses = {{"fail", 256}}; });
        for (const VerbSpec& spec : {kNoField, kNoValue, kNoStatus})
            CPPUNIT_ASSERT_EQUAL(std::string_view{"its exit map does not fit its result"}, whyInvalid(spec));
    }

    /// In every place: what looks for a parameter goes through all groups.
    void absentGroups()
    {
        for (const FixedList<GroupRef, 4>& include : {FixedList<GroupRef, 4>{GroupRef{}}, FixedList<GroupRef, 4>{kSpawnParams, GroupRef{}},
                                                      FixedList<GroupRef, 4>{GroupRef{}, kSpawnParams}})
        {
            VerbSpec spec = kGood;
            spec.include = include;
            CPPUNIT_ASSERT_EQUAL(std::string_view{"a group that it includes is malformed"}, whyInvalid(spec));
        }
    }

    /// Of a spec that is made while the program runs; a constexpr one does not compile.
    void longLists()
    {
        const std::initializer_list<ExitStatus> eight{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}};
        const std::initializer_list<ExitStatus> nine{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1},
                                                     {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1}};
        VerbSpec spec = kGood;
        spec.exit.statuses = FixedList<ExitStatus, 8>(eight);
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, spec.exit.statuses.size());
        CPPUNIT_ASSERT_THROW((spec.exit.statuses = FixedList<ExitStatus, 8>(nine)), std::out_of_range);
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, spec.exit.statuses.size());
    }

    void examples()
    {
        for (const char* good : {R"({"pane":"p0"})", R"( { "pane" : "p\"0" , "axis":"rows","size":10,"share":-0.5,"last":false } )",
                                 R"({"pane":"p0","argv":["a","b"],"env":[{"name":"A","value":""}],"grants":[]})"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(good, std::string_view{}, whyExample(good));
        for (const char* bad : {"",
                                "{}",
                                "[]",
                                R"({"pane":"p0")",
                                R"({"pane":"p0"}x)",
                                R"({"pane":"p0",})",
                                R"({"pane":p0})",
                                R"({"pane":"p0","pane":"p1"})",
                                R"({"pane":"p0","colour":1})",
                                R"({"pane":1})",
                                R"({"pane":"p0","axis":"up"})",
                                R"({"pane":"p0","size":11})",
                                R"({"pane":"p0","size":01})",
                                R"({"pane":"p0","size":1.0})",
                                R"({"pane":"p0","last":"yes"})",
                                R"({"pane":"p0","share":.5})",
                                R"({"pane":"p0","argv":["a",]})",
                                R"({"pane":"p0","argv":[1]})",
                                R"({"pane":"p0","env":[{"name":"A"}]})",
                                R"({"pane":"p0)"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(bad, std::string_view{"an example does not fit its parameters"}, whyExample(bad));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerbChecksTest);

} // namespace venomx::kernel::tests
