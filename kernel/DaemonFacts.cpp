#include "kernel/DaemonFacts.h"

#include <array>
#include <openssl/rand.h>
#include <stdexcept>
#include <utility>

namespace venomx::kernel
{
namespace
{

std::string newBoot()
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<unsigned char, 8> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) throw std::runtime_error{"the system gives no random bytes"};
    std::string boot;
    for (const unsigned char byte : random)
    {
        boot += kDigits[byte >> 4U];
        boot += kDigits[byte & 15U];
    }
    return boot;
}

} // namespace

DaemonFacts::DaemonFacts(OriginalState original, std::string socketPath, std::chrono::system_clock::time_point started)
    : _original(std::move(original)), _socketPath(std::move(socketPath)), _boot(newBoot()), _started(started)
{
}

DaemonFacts::~DaemonFacts() = default;

void DaemonFacts::onStop(std::function<void()> told)
{
    _told.push_back(std::move(told));
}

void DaemonFacts::stop()
{
    _stopping = true;
    for (const auto& tell : std::exchange(_told, {})) tell();
}

} // namespace venomx::kernel
