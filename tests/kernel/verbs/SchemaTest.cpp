// What is wrong with parameters, where, and in which order it is said.
#include <cppunit/extensions/HelperMacros.h>
#include <utility>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

#include "kernel/verbs/ResultCheck.h"
#include "kernel/verbs/Schema.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr Param kEntry[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "Name"},
    {.name = "value", .type = Type::string(), .required = true, .summary = "Value"},
};
constexpr Type kEntryItem = Type::object(kEntry);
constexpr Type kWord = Type::string();
constexpr Param kGroupParams[] = {{.name = "env", .type = Type::array(kEntryItem), .summary = "Variables"},
                                  {.name = "argv", .type = Type::array(kWord), .summary = "Words"}};
constexpr ParamGroup kGroup{.name = "trial.params", .owner = "trial", .params = kGroupParams};
constexpr Param kParams[] = {
    {.name = "axis", .type = Type::string({"rows", "cols"}), .required = true, .summary = "Way"},
    {.name = "size", .type = Type::integer(1, 1000), .summary = "Size"},
    {.name = "ratio", .type = Type::number(), .summary = "Ratio"},
    {.name = "before", .type = Type::boolean(), .summary = "Before", .fallback = false},
    {.name = "name", .type = Type::string(), .summary = "Name", .fallback = "none"},
    {.name = "times", .type = Type::integer(), .summary = "Times", .fallback = 3},
};
constexpr VerbSpec kSpec{.name = "trial.run", .summary = "Try", .params = kParams, .include = {kGroup}};

struct Case
{
    const char* params;
    const char* data; // "" : fits
};

// Members are looked at in the order sent, then what is missing in the order declared; in an object, that before what nobody declared.
constexpr Case kCases[] = {
    {R"({"axis":"rows"})", ""},
    {R"({"axis":"rows","size":1,"ratio":0.5,"before":true,"name":"x","times":-9223372036854775808})", ""},
    {R"({"axis":"rows","ratio":7,"env":[{"name":"A","value":"1"},{"value":"2","name":"B"}],"argv":[]})", ""},
    {R"({"axis":"rows","ratio":123456789012345678901234567890})", ""},
    {R"({})", R"({"param":"axis","reason":"missing"})"},
    {R"({"axis":"diagonal"})", R"({"param":"axis","reason":"choice"})"},
    {R"({"axis":"ROWS"})", R"({"param":"axis","reason":"choice"})"},
    {R"({"axis":1})", R"({"param":"axis","reason":"type"})"},
    {R"({"axis":null})", R"({"param":"axis","reason":"type"})"},
    {R"({"axis":"rows","size":0})", R"({"param":"size","reason":"range"})"},
    {R"({"axis":"rows","size":1001})", R"({"param":"size","reason":"range"})"},
    {R"({"axis":"rows","size":99999999999999999999})", R"({"param":"size","reason":"range"})"},
    {R"({"axis":"rows","size":80.0})", R"({"param":"size","reason":"type"})"},
    {R"({"axis":"rows","size":1e2})", R"({"param":"size","reason":"type"})"},
    {R"({"axis":"rows","size":"80"})", R"({"param":"size","reason":"type"})"},
    {R"({"axis":"rows","size":null})", R"({"param":"size","reason":"type"})"},
    {R"({"axis":"rows","ratio":"1"})", R"({"param":"ratio","reason":"type"})"},
    {R"({"axis":"rows","before":"true"})", R"({"param":"before","reason":"type"})"},
    {R"({"axis":"rows","argv":"ls"})", R"({"param":"argv","reason":"type"})"},
    {R"({"axis":"rows","argv":["ls",3]})", R"({"param":"argv.1","reason":"type"})"},
    {R"({"axis":"rows","argv":{"0":"ls"}})", R"({"param":"argv","reason":"type"})"},
    {R"({"axis":"rows","env":[{"name":"A","value":"1"},{"name":"B"}]})", R"({"param":"env.1.value","reason":"missing"})"},
    {R"({"axis":"rows","env":[{"name":7,"value":"1"}]})", R"({"param":"env.0.name","reason":"type"})"},
    {R"({"axis":"rows","env":["A=1"]})", R"({"param":"env.0","reason":"type"})"},
    {R"({"axis":"rows","env":[{"name":"A","value":"1","secret":"x"}]})", R"({"param":"env.0.secret","reason":"unknown"})"},
    {R"({"axis":"rows","env":[{"name":"A","value":"1","a b":"x"}]})", R"({"param":"env.0","reason":"unknown"})"},
    {R"({"axis":"rows","colour":1})", R"({"param":"colour","reason":"unknown"})"},
    {R"({"colour":1})", R"({"param":"colour","reason":"unknown"})"},
    {R"({"axis":"rows","size":0,"colour":1})", R"({"param":"size","reason":"range"})"},
    {R"({"axis":"rows","colour":1,"size":0})", R"({"param":"colour","reason":"unknown"})"},
    {R"({"axis":"rows","/home/me":1})", R"({"param":"params","reason":"unknown"})"},
    {R"({"axis":"rows","":1})", R"({"param":"params","reason":"unknown"})"},
    {R"({"axis":"rows","aaaaaaaaaabbbbbbbbbbcccc":1})", R"({"param":"aaaaaaaaaabbbbbbbbbbcccc","reason":"unknown"})"},
    {R"({"axis":"rows","aaaaaaaaaabbbbbbbbbbccccc":1})", R"({"param":"params","reason":"unknown"})"},
    {R"({"axis":"rows","env-unset":1})", R"({"param":"env-unset","reason":"unknown"})"},
    {R"({"axis":"rows","envUnset":1})", R"({"param":"envUnset","reason":"unknown"})"},
    {R"({"axis":"rows","API_KEY":1})", R"({"param":"params","reason":"unknown"})"},
    {R"({"axis":"rows","7Zx":1})", R"({"param":"params","reason":"unknown"})"},
    {R"({"axis":"rows","env":[{"http_proxy":"x"}]})", R"({"param":"env.0.name","reason":"missing"})"},
    {R"({"axis":"rows","env":[{"name":"http_proxy","val":"x"}]})", R"({"param":"env.0.value","reason":"missing"})"},
    {R"({"axis":"rows","env":[{"name":"A","value":"1","API_KEY":"x"}]})", R"({"param":"env.0","reason":"unknown"})"},
    {R"({"axis":"rows","env":{"API_KEY":"x"}})", R"({"param":"env","reason":"type"})"},
    {R"([])", R"({"param":"params","reason":"type"})"},
    {R"("axis")", R"({"param":"params","reason":"type"})"},
};

} // namespace

class SchemaTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SchemaTest);
    CPPUNIT_TEST(saysWhatIsWrong);
    CPPUNIT_TEST(fillsInDefaults);
    CPPUNIT_TEST(takesAbsenceForAnEmptyObject);
    CPPUNIT_TEST(saysWhatIsWrongWithAResult);
    CPPUNIT_TEST_SUITE_END();

public:
    void saysWhatIsWrong()
    {
        const Schema schema(kSpec);
        JsonReader reader;
        for (const Case& test : kCases)
        {
            Arena arena;
            Value params = reader.read(test.params, arena).value;
            const auto refusal = schema.check(params, arena);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(test.params, std::string{test.data}, refusal ? refusal->data() : std::string{});
            if (refusal) CPPUNIT_ASSERT_EQUAL(std::string_view{"invalid_params.schema"}, refusal->code());
        }
    }

    void fillsInDefaults()
    {
        const Schema schema(kSpec);
        JsonReader reader;
        Arena arena;
        Value params = reader.read(R"({"name":"given","axis":"cols"})", arena).value;
        CPPUNIT_ASSERT(!schema.check(params, arena));
        std::string text;
        JsonWriter(text).value(params);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"name":"given","axis":"cols","before":false,"times":3})"}, text);
    }

    void takesAbsenceForAnEmptyObject()
    {
        constexpr VerbSpec kBare{.name = "trial.bare", .summary = "Try"};
        Arena arena;
        Value params;
        CPPUNIT_ASSERT(!Schema(kBare).check(params, arena));
        CPPUNIT_ASSERT(params.is(Value::Kind::object));
        CPPUNIT_ASSERT(params.members().empty());
    }

    void saysWhatIsWrongWithAResult()
    {
        constexpr VerbSpec kGives{.name = "trial.give", .summary = "Give", .result = kParams};
        const std::pair<const char*, const char*> results[]{{R"({"axis":"rows","size":7})", ""},
                                                            {"{}", "axis (missing)"},
                                                            {R"({"axis":"up"})", "axis (choice)"},
                                                            {R"({"axis":"rows","size":0})", "size (range)"},
                                                            {R"({"axis":"rows","ratio":"1"})", "ratio (type)"},
                                                            {R"({"axis":"rows","more":1})", "more (unknown)"},
                                                            {R"({"axis":)", "not a JSON object"}};
        for (const auto& [json, why] : results) CPPUNIT_ASSERT_EQUAL_MESSAGE(json, std::string{why}, whyMisfit(kGives, json));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SchemaTest);

} // namespace venomx::kernel::tests
