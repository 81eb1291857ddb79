// Stacks for children between clone and exec: mapped, with a page below that nothing may touch. Kept for reuse, one for each
// start that was ever under way at once.
// StackPool: any thread. A stack belongs to one start; one whose child is stuck is not given back before the child is gone.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace venomx::spawn
{

class ChildStack
{
public:
    static constexpr std::size_t kSize = std::size_t{32} * 1024;

    ChildStack() = default;
    ~ChildStack();
    ChildStack(ChildStack&& other) noexcept : _mapping(std::exchange(other._mapping, nullptr)) {}
    ChildStack& operator=(ChildStack&& other) noexcept
    {
        std::swap(_mapping, other._mapping);
        return *this;
    }
    ChildStack(const ChildStack&) = delete;
    ChildStack& operator=(const ChildStack&) = delete;

    /// Empty when the system has no memory left; errno says why.
    [[nodiscard]] static ChildStack map() noexcept;

    explicit operator bool() const { return _mapping != nullptr; }
    [[nodiscard]] char* lowest() const; ///< of kSize usable bytes

private:
    char* _mapping{nullptr};
};

class StackPool
{
public:
    /// An idle stack, or an empty one: then the caller maps one.
    [[nodiscard]] ChildStack take();
    void giveBack(ChildStack stack) noexcept;

private:
    std::mutex _mutex;
    std::vector<ChildStack> _idle;
};

} // namespace venomx::spawn
