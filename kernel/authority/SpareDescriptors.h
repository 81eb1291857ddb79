// Descriptors that are kept so that there are some when the process has no others: to find out who a peer is takes two, and a
// daemon at its limit must still know its owner. Owned by whoever lends them to itself; one thread.
#pragma once

#include <array>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

class SpareDescriptors
{
public:
    SpareDescriptors() { take(); }

    /// While this lives the descriptors are free for use. Those that others took meanwhile are taken back as soon as may be.
    class Lent
    {
    public:
        explicit Lent(SpareDescriptors& spare) : _spare(spare)
        {
            for (UniqueFd& one : _spare._kept) one.reset();
        }
        ~Lent() { _spare.take(); }
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;

    private:
        SpareDescriptors& _spare;
    };

private:
    void take();

    std::array<UniqueFd, 2> _kept;
};

} // namespace venomx::kernel
