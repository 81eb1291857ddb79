// One layout tree and operations on it as somebody chooses: dice, or a fuzzer's bytes. After each the tree is exact, and a refusal has
// changed nothing; what does not hold is thrown as a std::runtime_error. For tests; one thread.
#pragma once

#include "plugins/window/src/LayoutTree.h"

#include <functional>
#include <string>

namespace venomx::tests
{

class LayoutWalk
{
public:
    /// A number from least to most, both included.
    using Choose = std::function<int(int least, int most)>;

    explicit LayoutWalk(Choose choose);

    void step();

    [[nodiscard]] std::size_t mostPanes() const { return _most; }
    [[nodiscard]] std::size_t refusals() const { return _refusals; }

private:
    [[nodiscard]] int within(int least, int most) { return _choose(least, most); }
    [[nodiscard]] bool chance(int percent) { return within(1, 100) <= percent; }
    [[nodiscard]] PaneId somePane();

    bool operate();
    bool split();
    bool remove();
    bool resize();
    bool resizePane();

    Choose _choose;
    window::LayoutTree _tree;
    std::uint64_t _lastPane{0};
    std::size_t _added{0};
    std::size_t _removed{0};
    std::size_t _most{1};
    std::size_t _refusals{0};
};

} // namespace venomx::tests
