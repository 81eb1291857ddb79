#include "Processes.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "Census.h"
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
    std::set<pid_t> unseen; ///< there is nothing to look at them with
    std::set<pid_t> unread; ///< ... at their environments

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
        if (unseen.contains(pid)) throw CannotLook{};
        const auto found = world.find(pid);
        if (found == world.end()) return std::nullopt;
        const Entry& entry = found->second;
        return ProcessFacts{
            .state = entry.state, .parent = entry.parent, .group = pid, .session = entry.session, .terminal = entry.terminal, .started = 5};
    }
    [[nodiscard]] std::string startedWith(pid_t pid, std::string_view name) const override
    {
        if (unread.contains(pid)) throw CannotLook{};
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
    CPPUNIT_TEST(testChildrenWithoutLists);
    CPPUNIT_TEST(testCensusIsTheTree);
    CPPUNIT_TEST(testCensusThatCannotLook);
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

    /// Of a kernel that keeps no lists of children the same comes out, a zombie among them.
    void testChildrenWithoutLists()
    {
        const SystemProcesses listed;
        const SystemProcesses searched{SystemProcesses::Children::searched};
        int up[2];
        CPPUNIT_ASSERT_EQUAL(0, ::pipe2(up, O_CLOEXEC));
        const UniqueFd read{up[0]};
        UniqueFd write{up[1]};
        std::vector<pid_t> made;
        for (int i = 0; i < 3; ++i)
        {
            const pid_t child = ::fork();
            if (child == 0)
            {
                const pid_t below = i == 0 ? ::fork() : -1;
                if (below != 0) static_cast<void>(::write(write.get(), "x", 1));
                if (i == 2) ::_exit(0);
                while (true) ::pause();
            }
            made.push_back(child);
        }
        write.reset();
        char byte = 0;
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT_EQUAL(ssize_t{1}, ::read(read.get(), &byte, 1));
        siginfo_t about{};
        CPPUNIT_ASSERT_EQUAL(0, ::waitid(P_PID, static_cast<id_t>(made[2]), &about, WEXITED | WNOWAIT));
        std::ranges::sort(made);
        const auto own = searched.children(::getpid());
        CPPUNIT_ASSERT(std::ranges::includes(own, made));
        CPPUNIT_ASSERT(own == listed.children(::getpid()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, searched.children(made[0]).size());
        CPPUNIT_ASSERT(searched.children(made[0]) == listed.children(made[0]));
        CPPUNIT_ASSERT(searched.children(made[1]).empty());
        for (const pid_t below : listed.children(made[0])) ::kill(below, SIGKILL);
        for (const pid_t child : made)
        {
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        }
    }

    void testCensusIsTheTree()
    {
        MadeUp system;
        system.world = {
            {10, {1, 10}}, {30, {1, 10}}, {31, {1, 31, 7}}, {32, {1, 32, 0, {"A=1"}}}, {33, {32, 33}}, {34, {1, 34, 0, {"A=2"}}}};
        const TreeRoot root{.leader = 10, .terminal = [] { return dev_t{7}; }, .marks = {"A=1"}};
        const std::vector<pid_t> children = system.children(1);
        const std::vector<pid_t> panes{10};
        CPPUNIT_ASSERT_EQUAL(numbers(findTree(system, root, panes)), numbers(Census{system, children, panes}.findTree(root)));
    }

    /// It says so, and leaves nobody out whom it could look at, nor takes anybody in who may be another's.
    void testCensusThatCannotLook()
    {
        MadeUp system;
        system.world = {{10, {1, 10}}, {30, {1, 10}}, {32, {1, 32, 0, {"A=1"}}}, {34, {1, 34, 0, {"A=1"}}}};
        const TreeRoot root{.leader = 10, .terminal = [] { return dev_t{7}; }, .marks = {"A=1"}};
        const std::vector<pid_t> children = system.children(1);
        const std::vector<pid_t> panes{10};
        system.unseen = {30};
        const Census census{system, children, panes};
        Tree tree = census.findTree(root);
        CPPUNIT_ASSERT(!tree.whole);
        tree.whole = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"10 32 34 "}, numbers(tree));
        system.unseen = {};
        system.unread = {34};
        tree = Census{system, children, panes}.findTree(root);
        CPPUNIT_ASSERT(!tree.whole);
        tree.whole = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"10 30 32 "}, numbers(tree));
        system.unread = {};
        CPPUNIT_ASSERT_EQUAL(std::string{"10 30 32 34 "}, numbers(Census{system, children, panes}.findTree(root)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ProcessesTest);

} // namespace venomx::pane
