#include "Processes.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <venomx/sdk/arena.h>

namespace venomx::pane
{

namespace
{

bool isShortage(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM;
}

/// What `open` gives, by help of the reserve where it must be. Empty: there is nothing to open.
template <class Open>
UniqueFd openFrom(Reserve& reserve, Open&& open)
{
    for (;;)
    {
        UniqueFd opened{open()};
        if (opened || !isShortage(errno)) return opened;
        if (!reserve.give()) throw CannotLook{};
    }
}

UniqueFd openFile(const std::string& path, Reserve& reserve)
{
    return openFrom(reserve, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
}

/// The whole of a file in /proc, in the arena, for it may be an environment; empty optional when it is not there.
std::optional<std::string_view> readFile(const std::string& path, Arena& arena, Reserve& reserve)
{
    const UniqueFd file = openFile(path, reserve);
    if (!file) return std::nullopt;
    std::span<char> room = arena.array<char>(1024);
    std::size_t size = 0;
    for (;;)
    {
        if (size == room.size())
        {
            const std::span<char> larger = arena.array<char>(room.size() * 2);
            std::ranges::copy(room, larger.begin());
            room = larger;
        }
        const ssize_t count = ::read(file.get(), room.data() + size, room.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && isShortage(errno)) throw CannotLook{};
        if (count < 0) return std::nullopt;
        if (count == 0) return std::string_view{room.data(), size};
        size += static_cast<std::size_t>(count);
    }
}

template <class Number>
bool takeNumber(std::string_view& text, Number& number)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

std::filesystem::directory_iterator listFolder(const std::string& folder, Reserve& reserve)
{
    for (;;)
    {
        std::error_code failure;
        std::filesystem::directory_iterator list{folder, failure};
        if (!failure) return list;
        if (!isShortage(failure.value())) return {}; // the process has ended
        if (!reserve.give()) throw CannotLook{};
    }
}

/// Calls `entry(number)` for each entry of the folder whose name is one.
template <class Entry>
void forEachNumber(const std::string& folder, Reserve& reserve, Entry&& entry)
{
    std::error_code failure;
    for (auto next = listFolder(folder, reserve); !failure && next != std::filesystem::directory_iterator{}; next.increment(failure))
    {
        const std::string name = next->path().filename();
        std::string_view digits{name};
        pid_t number = 0;
        if (takeNumber(digits, number) && digits.empty()) entry(number);
    }
    if (isShortage(failure.value())) throw CannotLook{};
}

std::string folderOf(pid_t pid)
{
    return "/proc/" + std::to_string(pid);
}

std::string entryOf(std::string_view environment, std::string_view name)
{
    while (!environment.empty())
    {
        const std::string_view entry = environment.substr(0, environment.find('\0'));
        if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) return std::string{entry};
        environment.remove_prefix(std::min(environment.size(), entry.size() + 1));
    }
    return {};
}

/// The children by the kernel's own lists, one a thread; empty optional on a kernel without them.
std::optional<std::vector<pid_t>> listedChildren(pid_t parent, Reserve& reserve)
{
    std::vector<pid_t> children;
    bool listed = true;
    const std::string tasks = folderOf(parent) + "/task/";
    forEachNumber(tasks, reserve,
                  [&](pid_t thread)
                  {
                      Arena arena;
                      auto list = readFile(tasks + std::to_string(thread) + "/children", arena, reserve);
                      if (!list)
                      {
                          listed = listed && ::access((tasks + std::to_string(thread)).c_str(), F_OK) != 0; // the thread has ended
                          return;
                      }
                      for (pid_t child = 0; takeNumber(*list, child);) children.push_back(child);
                  });
    std::ranges::sort(children);
    return listed ? std::optional{std::move(children)} : std::nullopt;
}

std::optional<ProcessFacts> factsOf(pid_t pid, Reserve& reserve)
{
    const UniqueFd stat = openFile(folderOf(pid) + "/stat", reserve);
    return stat ? readProcessFacts(stat.get()) : std::nullopt;
}

std::vector<pid_t> searchedChildren(pid_t parent, Reserve& reserve)
{
    std::vector<pid_t> children;
    forEachNumber("/proc", reserve,
                  [&](pid_t pid)
                  {
                      if (const auto facts = factsOf(pid, reserve); facts && facts->parent == parent) children.push_back(pid);
                  });
    std::ranges::sort(children);
    return children;
}

} // namespace

pid_t SystemProcesses::self() const
{
    return ::getpid();
}

std::vector<pid_t> SystemProcesses::children(pid_t parent) const
{
    // A list that is read while children end may leave some out: two equal ones in a row left out none.
    constexpr int kAttempts = 5;
    if (parent == self()) _reserve.fill();
    auto last = _children == Children::listed ? listedChildren(parent, _reserve) : std::nullopt;
    for (int attempt = 0; last && attempt < kAttempts; ++attempt)
    {
        auto next = listedChildren(parent, _reserve);
        if (next && *next == *last) return std::move(*next);
        last = std::move(next);
    }
    return searchedChildren(parent, _reserve);
}

std::optional<ProcessFacts> SystemProcesses::facts(pid_t pid) const
{
    return factsOf(pid, _reserve);
}

std::string SystemProcesses::startedWith(pid_t pid, std::string_view name) const
{
    constexpr int kAttempts = 500;
    constexpr std::chrono::microseconds kPause{200};
    for (int attempt = 0; attempt < kAttempts; ++attempt)
    {
        Arena arena;
        const auto environment = readFile(folderOf(pid) + "/environ", arena, _reserve);
        if (!environment) return {};
        if (!environment->empty()) return entryOf(*environment, name);
        const auto now = factsOf(pid, _reserve);
        if (!now || !now->alive() || !now->executing) return {};
        std::this_thread::sleep_for(kPause);
    }
    return {};
}

UniqueFd SystemProcesses::pin(pid_t pid) const
{
    return openFrom(_reserve, [pid] { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); });
}

void SystemProcesses::signal(const UniqueFd& pidfd, int signal) const
{
    ::syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, 0);
}

} // namespace venomx::pane
