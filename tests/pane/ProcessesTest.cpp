#include "Processes.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <map>
#include <set>
#include <unistd.h>

#include "Tree.h"

namespace venomx::pane
{

namespace
{

/// A made-up world of processes below number 1.
class MadeUp : public Processes
{
public:
    struct Entry
    {
        pid_t parent;
        pid_t session;
        dev_t terminal{0};
        std::vector<std::string> environment{};
        char state{'S'};
    };
    std::map<pid_t, Entry> world;
    mutable std::set<pid_t> readEnvironments;

    [[nodiscard]] pid_t self() const override { return 1; }
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override
    {
        std::vector<pid_t> found;
        for (const auto& [pid, entry] : world)
            if (entry.parent == parent) found.push_back(pid);
        return found;
    }
    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override
    {
        const auto found = world.find(pid);
        if (found == world.end()) return std::nullopt;
        const Entry& entry = found->second;
        return ProcessFacts{
            .state = entry.state, .parent = entry.parent, .group = pid, .session = entry.session, .terminal = entry.terminal, .started = 5};
    }
    [[nodiscard]] std::string startedWith(pid_t pid, std::string_view name) const override
    {
        readEnvironments.insert(pid);
        for (const std::string& entry : world.at(pid).environment)
            if (entry.substr(0, entry.find('=')) == name) return entry;
        return {};
    }
    [[nodiscard]] UniqueFd pin(pid_t pid) const override { return UniqueFd{world.contains(pid) ? ::dup(0) : -1}; }
    void signal(const UniqueFd&, int) const override {}
};

std::string numbers(const Tree& tree)
{
    CPPUNIT_ASSERT(tree.whole);
    std::set<pid_t> sorted;
    for (const TreeMember& member : tree.members) sorted.insert(member.pid);
    std::string text;
    for (const pid_t pid : sorted) text += std::to_string(pid) + ' ';
    return text;
}

} // namespace

class ProcessesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ProcessesTest);
    CPPUNIT_TEST(testSelf);
    CPPUNIT_TEST(testChain);
    CPPUNIT_TEST(testOrphans);
    CPPUNIT_TEST(testKeep);
    CPPUNIT_TEST(testReaped);
    CPPUNIT_TEST(testTerminalOfAnother);
    CPPUNIT_TEST(testStrays);
    CPPUNIT_TEST_SUITE_END();

    void testSelf()
    {
        const SystemProcesses system;
        const auto facts = system.facts(::getpid());
        CPPUNIT_ASSERT(facts.has_value());
        CPPUNIT_ASSERT_EQUAL(::getppid(), facts->parent);
        CPPUNIT_ASSERT_EQUAL(::getsid(0), facts->session);
        const auto siblings = system.children(::getppid());
        CPPUNIT_ASSERT(std::ranges::find(siblings, ::getpid()) != siblings.end());
        const std::string path = std::string{"PATH="} + ::getenv("PATH");
        CPPUNIT_ASSERT_EQUAL(path, system.startedWith(::getpid(), "PATH"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, system.startedWith(::getpid(), "PAT"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, system.startedWith(::getpid(), "VENOMX_PANE"));
    }

    void testChain()
    {
        MadeUp system;
        system.world = {{10, {1, 10}}, {11, {10, 10}}, {12, {11, 12}}, {20, {1, 20}}, {21, {20, 20}}, {13, {11, 10, 0, {}, 'Z'}}};
        CPPUNIT_ASSERT_EQUAL(std::string{"10 11 12 "},
                             numbers(findTree(system, {.leader = 10, .terminal = [] { return dev_t{7}; }, .marks = {"A=1"}}, {10, 20})));
        CPPUNIT_ASSERT(system.readEnvironments.empty());
    }

    void testOrphans()
    {
        MadeUp system;
        system.world = {{10, {1, 10}},    {30, {1, 10}},
                        {31, {1, 31, 7}}, {32, {1, 32, 0, {"A=1", "S=x"}}},
                        {33, {32, 33}},   {34, {1, 34, 0, {"A=2"}}},
                        {35, {34, 35}},   {20, {1, 20, 0, {"A=1", "S=x"}}},
                        {36, {1, 36, 8}}};
        const TreeRoot root{.leader = 10, .terminal = [] { return dev_t{7}; }, .marks = {"A=1", "S=x"}};
        CPPUNIT_ASSERT_EQUAL(std::string{"10 30 31 32 33 "}, numbers(findTree(system, root, {10, 20})));
    }

    void testKeep()
    {
        MadeUp system;
        system.world = {{10, {1, 10}}, {11, {10, 10}}, {12, {11, 12}}, {13, {11, 10}}, {30, {1, 10}}, {31, {1, 31, 7}}};
        const TreeRoot root{.leader = 10, .terminal = [] { return dev_t{7}; }, .marks = {"A=1"}, .sessionOnly = true};
        CPPUNIT_ASSERT_EQUAL(std::string{"10 11 13 "}, numbers(findTree(system, root, {10})));
    }

    void testReaped()
    {
        MadeUp system;
        system.world = {{30, {1, 10}}, {31, {1, 31, 0, {"A=1"}}}};
        const TreeRoot root{.leader = 10, .reaped = true, .terminal = {}, .marks = {"A=1"}};
        CPPUNIT_ASSERT_EQUAL(std::string{"30 31 "}, numbers(findTree(system, root, {})));
        // The number is another pane's by now: its session says nothing, and neither does its process.
        system.world[10] = {1, 10, 0, {}};
        CPPUNIT_ASSERT_EQUAL(std::string{"31 "}, numbers(findTree(system, root, {10})));
        // Or that of a start which is no pane yet.
        CPPUNIT_ASSERT_EQUAL(std::string{"31 "}, numbers(findTree(system, root, {})));
    }

    /// A pane's terminal is closed while its tree is looked for, and the next start is given its number.
    void testTerminalOfAnother()
    {
        MadeUp system;
        system.world = {{10, {1, 10, 7}}, {40, {1, 40, 7}}, {50, {1, 50}}};
        dev_t held = 7;
        const TreeRoot root{.leader = 10, .terminal = [&] { return held; }, .marks = {}};
        CPPUNIT_ASSERT_EQUAL(std::string{"10 40 "}, numbers(findTree(system, root, {10})));
        held = 0;
        CPPUNIT_ASSERT_EQUAL(std::string{"10 "}, numbers(findTree(system, root, {10})));
    }

    void testStrays()
    {
        MadeUp system;
        system.world = {{1, {0, 1}}, {10, {1, 10}}, {11, {10, 10}}, {40, {1, 40}}, {41, {40, 40}}, {50, {1, 1}}};
        CPPUNIT_ASSERT_EQUAL(std::string{"40 41 "}, numbers(findStrays(system, {10})));
        CPPUNIT_ASSERT_EQUAL(std::string{"10 11 40 41 "}, numbers(findStrays(system, {})));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ProcessesTest);

} // namespace venomx::pane
