// The audit's Poco channel: appends lines to `<folder>/audit.jsonl`, each whole or not at all, and keeps the file, and those
// before it, within the operator's bounds. Every call that fails throws std::system_error and may be made again; a file that
// was taken away is begun anew.
// Poco's own FileChannel does not serve here: it goes on writing, without an error, into a file that was deleted, leaves half
// a line on a full disk, and after a rotation that failed uses a file object that it has freed.
// `open`, `close` and `log`: one thread at a time, which may be held up by the disk; `limit` and `rotates`: any thread.
#pragma once

#include <Poco/Channel.h>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

struct AuditFileLimits
{
    std::uint64_t bytes{16'777'216}; ///< a line that would pass this begins a new file
    std::size_t files{16};           ///< full files that are kept
    std::chrono::days age{0};        ///< how long a full file is kept; 0: as long as their number allows
};

class AuditFile final : public Poco::Channel
{
public:
    /// `folder` is made when the file is opened.
    AuditFile(std::string folder, const AuditFileLimits& limits);

    void open() override;
    void close() override;
    /// Appends the message's text and a newline.
    void log(const Poco::Message& message) override;

    void limit(const AuditFileLimits& limits);
    /// False: a full file could not be put aside, and grows.
    [[nodiscard]] bool rotates() const { return _rotates; }

    static constexpr const char* kName = "audit.jsonl";

private:
    [[nodiscard]] AuditFileLimits limits() const;
    void keepOpen();
    void rotate(const AuditFileLimits& limits);
    void append(const std::string& line);
    [[nodiscard]] struct stat status() const;

    std::string _folder;
    std::string _path;
    mutable std::mutex _mutex; ///< guards _limits
    AuditFileLimits _limits;
    std::atomic<bool> _rotates{true};
    UniqueFd _file;
    bool _torn{false}; ///< the last line has no newline
    std::chrono::steady_clock::time_point _purged{};
};

} // namespace venomx::kernel
