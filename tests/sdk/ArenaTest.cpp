#include "MemoryScan.h"

#include "ChunkPool.h"

#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>
#include <venomx/sdk/arena.h>

namespace venomx::test
{
namespace
{

/// The flags of the mapping that holds `at`, as the kernel lists them.
std::string flagsOf(const void* at)
{
    std::ifstream maps{"/proc/self/smaps"};
    std::string line;
    bool here = false;
    while (std::getline(maps, line))
    {
        std::uintptr_t from = 0;
        std::uintptr_t to = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2)
            here = from <= reinterpret_cast<std::uintptr_t>(at) && reinterpret_cast<std::uintptr_t>(at) < to;
        else if (here && line.starts_with("VmFlags:"))
            return line + ' ';
    }
    return {};
}

} // namespace

class ArenaTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ArenaTest);
    CPPUNIT_TEST(allocationsAreAlignedAndApart);
    CPPUNIT_TEST(copiesText);
    CPPUNIT_TEST(arraysAreOfFreshValues);
    CPPUNIT_TEST(impossibleSizesThrow);
    CPPUNIT_TEST(shrinksTheLastAllocation);
    CPPUNIT_TEST(movesWithItsMemory);
    CPPUNIT_TEST(resetKeepsTheFirstChunk);
    CPPUNIT_TEST(staysOutOfDumpsAndSwap);
    CPPUNIT_TEST(goesOnWithoutTheLock);
#if VENOMX_CAN_SCAN
    CPPUNIT_TEST(resetLeavesNothing);
    CPPUNIT_TEST(destructionLeavesNothing);
#endif
    CPPUNIT_TEST_SUITE_END();

    void allocationsAreAlignedAndApart()
    {
        std::mt19937 random{7};
        for (int round = 0; round < 20; ++round)
        {
            Arena arena;
            std::vector<std::pair<std::span<char>, char>> blocks;
            std::size_t sum = 0;
            for (int i = 0; i < 300; ++i)
            {
                const std::size_t size = i % 50 == 49 ? random() % 200'000 : random() % 300;
                const std::size_t alignment = std::size_t{1} << random() % 8;
                auto* at = static_cast<char*>(arena.allocate(size, alignment));
                CPPUNIT_ASSERT_EQUAL(std::uintptr_t{0}, reinterpret_cast<std::uintptr_t>(at) % alignment);
                const char mark = static_cast<char>(random());
                std::memset(at, mark, size);
                blocks.push_back({{at, size}, mark});
                sum += size;
            }
            for (const auto& [block, mark] : blocks)
                CPPUNIT_ASSERT(std::string_view(block.data(), block.size()) == std::string(block.size(), mark));
            CPPUNIT_ASSERT(arena.used() >= sum);
        }
    }

    void copiesText()
    {
        Arena arena;
        std::string source{"text\0more", 9};
        const std::string_view copy = arena.copy(source);
        const char* zero = arena.copyZ("path");
        CPPUNIT_ASSERT_EQUAL(std::size_t{9 + 5}, arena.used());
        source.assign(9, 'x');
        CPPUNIT_ASSERT(copy == std::string_view("text\0more", 9));
        CPPUNIT_ASSERT_EQUAL(std::string{"path"}, std::string{zero});
        CPPUNIT_ASSERT(arena.copy("").empty());
        CPPUNIT_ASSERT_EQUAL(std::string{}, std::string{arena.copyZ("")});
    }

    void arraysAreOfFreshValues()
    {
        Arena arena;
        const std::span<char> dirty = arena.array<char>(800);
        std::memset(dirty.data(), 'x', dirty.size());
        arena.shrinkLast(dirty.data(), 0);
        const std::span<std::uint64_t> array = arena.array<std::uint64_t>(100);
        CPPUNIT_ASSERT(array.size() == 100 && static_cast<void*>(array.data()) == static_cast<void*>(dirty.data()));
        for (const std::uint64_t item : array) CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, item);
    }

    void impossibleSizesThrow()
    {
        Arena arena;
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, std::string{arena.copyZ("kept")});
        constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
        CPPUNIT_ASSERT_THROW(static_cast<void>(arena.allocate(kAll, 1)), std::bad_alloc);
        CPPUNIT_ASSERT_THROW(static_cast<void>(arena.allocate(std::size_t{1} << 60, 1)), std::bad_alloc);
        CPPUNIT_ASSERT_THROW(static_cast<void>(arena.array<std::uint64_t>(kAll / 8 + 2)), std::bad_alloc);
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, arena.used());
        CPPUNIT_ASSERT_EQUAL(std::string{"after"}, std::string{arena.copyZ("after")});
    }

    void shrinksTheLastAllocation()
    {
        Arena arena;
        auto* first = static_cast<char*>(arena.allocate(1000, 1));
        arena.shrinkLast(first, 10);
        CPPUNIT_ASSERT_EQUAL(std::size_t{10}, arena.used());
        CPPUNIT_ASSERT(arena.allocate(1, 1) == first + 10);
    }

    static void fillAll(const MemoryScan& scan, Arena& arena)
    {
        for (const std::size_t size : {100U, 9000U, 20'000U, 300U, 500'000U, 50U})
            scan.fill({static_cast<char*>(arena.allocate(size, 8)), size});
        auto* big = static_cast<char*>(arena.allocate(2'000'000, 1));
        scan.fill({big, 2'000'000});
        arena.shrinkLast(big, 0);
    }

    void resetLeavesNothing()
    {
        const MemoryScan scan;
        Arena arena;
        for (int i = 0; i < 3; ++i)
        {
            fillAll(scan, arena);
            CPPUNIT_ASSERT(scan.hits() > 80'000);
            arena.reset();
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, arena.used());
        }
    }

    void destructionLeavesNothing()
    {
        const MemoryScan scan;
        {
            Arena arena;
            fillAll(scan, arena);
            Arena other;
            scan.fill({static_cast<char*>(other.allocate(200, 1)), 200});
            other = std::move(arena);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }

    void movesWithItsMemory()
    {
        Arena first;
        const std::string_view text = first.copy("moved");
        Arena second{std::move(first)};
        CPPUNIT_ASSERT_EQUAL(std::string{"moved"}, std::string{text});
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first.used());
        first.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"new"}, std::string{first.copy("new")});
        second = std::move(first);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, second.used());
    }

    void resetKeepsTheFirstChunk()
    {
        Arena arena;
        void* const first = arena.allocate(1, 1);
        CPPUNIT_ASSERT(arena.allocate(100'000, 1) != nullptr);
        arena.reset();
        CPPUNIT_ASSERT(arena.allocate(1, 1) == first);
        arena.reset();
        // Another arena gets what this one leaves, without a system call.
        arena = Arena{};
        Arena next;
        CPPUNIT_ASSERT(next.allocate(1, 1) == first);
    }

    void staysOutOfDumpsAndSwap()
    {
        Arena arena;
        const std::string small = flagsOf(arena.allocate(1, 1));
        const std::string large = flagsOf(arena.allocate(100'000, 1));
        CPPUNIT_ASSERT(small.find(" dd ") != std::string::npos && large.find(" dd ") != std::string::npos);
        if (Arena::lockFailures() == 0) CPPUNIT_ASSERT(small.find(" lo ") != std::string::npos && large.find(" lo ") != std::string::npos);
    }

    void goesOnWithoutTheLock()
    {
        rlimit before{};
        ::getrlimit(RLIMIT_MEMLOCK, &before);
        const rlimit none{0, before.rlim_max};
        CPPUNIT_ASSERT_EQUAL(0, ::setrlimit(RLIMIT_MEMLOCK, &none));
        const std::uint64_t failures = Arena::lockFailures();
        Arena arena;
        auto* at = static_cast<char*>(arena.allocate(3'000'000, 1));
        std::memset(at, 1, 3'000'000);
        ::setrlimit(RLIMIT_MEMLOCK, &before);
        // A process with CAP_IPC_LOCK locks past every limit.
        const bool locked = flagsOf(at).find(" lo ") != std::string::npos;
        CPPUNIT_ASSERT_EQUAL(failures + (locked ? 0U : 1U), Arena::lockFailures());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ArenaTest);

} // namespace venomx::test
