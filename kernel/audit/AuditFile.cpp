#include "kernel/audit/AuditFile.h"

#include <Poco/Message.h>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "kernel/audit/AuditArchive.h"
#include "kernel/audit/StateFolder.h"

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::hours kPurgeInterval{1};
constexpr mode_t kOthers = 077;

[[noreturn]] void fail(int error)
{
    throw std::system_error{error, std::system_category(), "audit file"};
}

bool endsInsideALine(int fd, off_t size)
{
    char last = '\n';
    return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

} // namespace

AuditFile::AuditFile(std::string folder, const AuditFileLimits& limits)
    : _folder(std::move(folder)), _path(_folder + '/' + kName), _limits(limits)
{
}

void AuditFile::limit(const AuditFileLimits& limits)
{
    const std::lock_guard lock(_mutex);
    _limits = limits;
}

AuditFileLimits AuditFile::limits() const
{
    const std::lock_guard lock(_mutex);
    return _limits;
}

void AuditFile::open()
{
    _file.reset();
    makeStateFolder(_folder);
    // Without O_NONBLOCK a pipe in the file's place would hold the thread up.
    UniqueFd file{::open(_path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    struct stat found = {};
    if (!file || ::fstat(file.get(), &found) != 0) fail(errno);
    if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid()) fail(EPERM);
    if ((found.st_mode & kOthers) != 0 && ::fchmod(file.get(), S_IRUSR | S_IWUSR) != 0) fail(errno);
    _torn = endsInsideALine(file.get(), found.st_size);
    _file = std::move(file);
}

void AuditFile::close()
{
    _file.reset();
}

struct stat AuditFile::status() const
{
    struct stat found = {};
    if (::fstat(_file.get(), &found) != 0) fail(errno);
    return found;
}

/// What was removed or renamed by others is not written into any longer.
void AuditFile::keepOpen()
{
    struct stat named = {};
    if (!_file || ::lstat(_path.c_str(), &named) != 0) return open();
    const struct stat held = status();
    if (named.st_dev != held.st_dev || named.st_ino != held.st_ino) open();
}

void AuditFile::log(const Poco::Message& message)
{
    keepOpen();
    const AuditFileLimits limits = this->limits();
    const std::string line = message.getText() + '\n';
    const auto size = static_cast<std::uint64_t>(status().st_size);
    if (size > 0 && size + line.size() > limits.bytes) rotate(limits);
    append(line);
    const auto now = std::chrono::steady_clock::now();
    if (now - _purged < kPurgeInterval) return;
    _purged = now;
    audit_archive::purge(_folder, limits.files, limits.age);
}

void AuditFile::rotate(const AuditFileLimits& limits)
{
    _rotates = audit_archive::putAside(_folder);
    if (!_rotates) return;
    open();
    audit_archive::purge(_folder, limits.files, limits.age);
}

void AuditFile::append(const std::string& line)
{
    const std::string bytes = _torn ? '\n' + line : line;
    const off_t before = status().st_size;
    const ssize_t wrote = ::write(_file.get(), bytes.data(), bytes.size());
    if (wrote == static_cast<ssize_t>(bytes.size()))
    {
        _torn = false;
        return;
    }
    const int error = wrote < 0 ? errno : ENOSPC;
    // Another daemon may have written meanwhile: only what is surely ours is taken back.
    if (wrote > 0) _torn = status().st_size != before + wrote || ::ftruncate(_file.get(), before) != 0;
    fail(error);
}

} // namespace venomx::kernel
