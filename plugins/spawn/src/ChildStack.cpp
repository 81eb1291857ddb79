#include "ChildStack.h"

#include <new>
#include <sys/mman.h>

namespace venomx::spawn
{
namespace
{

constexpr std::size_t kGuard = 4096;
constexpr std::size_t kKept = 16;

} // namespace

ChildStack ChildStack::map() noexcept
{
    ChildStack stack;
    void* at = ::mmap(nullptr, kGuard + kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return stack;
    stack._mapping = static_cast<char*>(at);
    if (::mprotect(stack._mapping + kGuard, kSize, PROT_READ | PROT_WRITE) != 0) return {};
    return stack;
}

ChildStack::~ChildStack()
{
    if (_mapping != nullptr) ::munmap(_mapping, kGuard + kSize);
}

char* ChildStack::lowest() const
{
    return _mapping + kGuard;
}

ChildStack StackPool::take()
{
    const std::lock_guard guard{_mutex};
    if (_idle.empty()) return {};
    ChildStack stack = std::move(_idle.back());
    _idle.pop_back();
    return stack;
}

void StackPool::giveBack(ChildStack stack) noexcept
{
    const std::lock_guard guard{_mutex};
    if (_idle.size() >= kKept) return;
    try
    {
        _idle.push_back(std::move(stack));
    }
    catch (const std::bad_alloc&)
    {
        // Unmapped, then; the next start maps its own.
    }
}

} // namespace venomx::spawn
