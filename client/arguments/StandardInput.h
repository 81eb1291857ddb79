// Standard input as the value of one parameter: read to its end, once. Owned by the parse of one command; one thread.
#pragma once

#include <string>

namespace venomx::client
{

class StandardInput
{
public:
    explicit StandardInput(int descriptor) : _descriptor(descriptor) {}

    /// Throws invalid_params.usage when it was read before, cannot be read, or holds more than a request may.
    [[nodiscard]] std::string readAll();

private:
    int _descriptor;
    bool _read{false};
};

} // namespace venomx::client
