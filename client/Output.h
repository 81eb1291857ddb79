// Standard output (or standard error): the one place where the client writes for its caller.
// Unbuffered: callers hand over whole documents. One thread.
#pragma once

#include "client/Failure.h"

#include <string_view>

namespace venomx::client
{

/// Whoever read the output has gone away.
class OutputClosed : public Failure
{
public:
    OutputClosed();
};

class Output
{
public:
    explicit Output(int descriptor) : _descriptor(descriptor) {}

    [[nodiscard]] int descriptor() const { return _descriptor; }
    [[nodiscard]] bool terminal() const;
    /// Columns of the terminal; 80 where that is not known.
    [[nodiscard]] int columns() const;
    /// Writes all of it. Throws OutputClosed, or a Failure when the system refuses (a full disk).
    void write(std::string_view text) const;

private:
    int _descriptor;
};

} // namespace venomx::client
