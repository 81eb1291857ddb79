// The daemon's socket: bound by itself at a path, for its user alone from its first instant, or taken over from a service
// manager. Holds the lock beside it that says that this daemon lives. Removed when it goes, if it made it.
// First thread; throws StartError.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

/// Which file lies at a path.
struct FileNumber
{
    dev_t device;
    ino_t inode;
    bool operator==(const FileNumber&) const = default;
};

class ListeningSocket
{
public:
    /// In a folder that is fit for it. Bound, but not yet listening.
    [[nodiscard]] static ListeningSocket bindAt(const std::string& path);
    /// `inherited` listens already.
    [[nodiscard]] static ListeningSocket takeOver(UniqueFd inherited);

    ~ListeningSocket();
    ListeningSocket(ListeningSocket&& other) noexcept = default;
    ListeningSocket& operator=(ListeningSocket&&) = delete;
    ListeningSocket(const ListeningSocket&) = delete;
    ListeningSocket& operator=(const ListeningSocket&) = delete;

    /// Throws when it made a file that is gone, or another's by now: nobody would find it.
    void requirePlace() const;
    void listen();
    /// Removes the file, if this daemon made it and it is still the one.
    void remove();
    [[nodiscard]] int fd() const { return _socket.get(); }
    [[nodiscard]] const std::string& path() const { return _path; }
    /// The file at the path when this began to use it. As long as the socket lives, no other file has its number.
    [[nodiscard]] const std::optional<FileNumber>& file() const { return _file; }

private:
    ListeningSocket(std::string path, UniqueFd lock, UniqueFd socket);

    std::string _path;
    UniqueFd _lock;
    UniqueFd _socket;
    std::optional<FileNumber> _file;
    bool _made{false}; ///< the file is ours to remove
};

/// The first descriptor that a service manager hands over.
inline constexpr int kFirstInherited = 3;

/// The descriptors that a service manager handed to this process, made close-on-exec: none, or the one unix stream socket.
[[nodiscard]] UniqueFd inheritedSocket();

} // namespace venomx::kernel
