// Where the log ends: whole lines, each in one write, to a descriptor that is never waited for. A line that finds no room is lost
// and counted. Owned by the log, whose lock guards it; any thread.
#pragma once

#include <Poco/Channel.h>
#include <Poco/Message.h>
#include <cstddef>
#include <string>

namespace venomx::kernel
{

class LineChannel final : public Poco::Channel
{
public:
    /// The descriptor stays the caller's, blocking or not.
    explicit LineChannel(int fd) : _fd(fd) {}

    void log(const Poco::Message& message) override;
    /// How many lines were lost since this last told: 0 for as long as there is no room to say so.
    [[nodiscard]] std::size_t takeLost();

private:
    [[nodiscard]] bool hasRoom() const;
    void push();

    int _fd;
    std::string _rest; ///< of a line that is begun
    std::size_t _lost{0};
};

} // namespace venomx::kernel
