// Waiting for a condition, with a deadline that fails the test. Any thread.
#pragma once

#include <chrono>
#include <cppunit/TestAssert.h>
#include <thread>

namespace venomx::tests
{

inline constexpr std::chrono::seconds kPatience{60};

template <class Condition>
void waitUntil(const char* what, Condition&& condition)
{
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (!condition())
    {
        CPPUNIT_ASSERT_MESSAGE(what, std::chrono::steady_clock::now() < deadline);
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

} // namespace venomx::tests
