// A mounted file system that answers until it does not: its root can be looked at, but entering it never ends, and neither does
// looking for anything inside it. Not even SIGKILL ends the waiting. Made by a test that may mount (root, with FUSE).
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <venomx/sdk/unique_fd.h>

namespace venomx::tests
{

class DeadFileSystem
{
public:
    /// Throws std::system_error when this process may not mount.
    explicit DeadFileSystem(std::string folder);
    ~DeadFileSystem();
    DeadFileSystem(const DeadFileSystem&) = delete;
    DeadFileSystem& operator=(const DeadFileSystem&) = delete;

    /// Requests that will not be answered.
    [[nodiscard]] int waiting() const { return _waiting; }
    /// Lets all who wait go, with an error.
    void abandon();

private:
    void serve();
    bool answerNext();

    std::string _folder;
    UniqueFd _device;
    std::atomic<int> _waiting{0};
    std::atomic<bool> _over{false};
    std::thread _thread;
};

} // namespace venomx::tests
