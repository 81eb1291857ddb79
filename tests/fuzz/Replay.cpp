// Stands in libFuzzer's place where there is only a compiler: gives a target each file of the folders named, and a number of changed
// forms of each, always the same ones. fuzz-NAME MUTATIONS KEPT FILE|FOLDER …
// An input that breaks a promise is written to KEPT as the program ends.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
/// Of a sanitizer's runtime, where there is one.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace
{

using Inputs = std::vector<std::string>;

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Inputs inputsOf(std::span<char*> places)
{
    std::vector<std::filesystem::path> files;
    for (const char* place : places)
    {
        if (std::filesystem::is_directory(place))
            for (const auto& entry : std::filesystem::directory_iterator(place)) files.push_back(entry.path());
        else
            files.emplace_back(place);
    }
    std::ranges::sort(files);
    Inputs inputs;
    for (const auto& file : files) inputs.push_back(contentOf(file));
    return inputs;
}

class Mutator
{
public:
    explicit Mutator(const Inputs& inputs) : _inputs(inputs) {}

    std::string changed(std::string input)
    {
        for (std::size_t times = 1 + below(4); times > 0; --times) change(input);
        return input;
    }

private:
    std::size_t below(std::size_t bound) { return _random() % bound; }
    char anyByte() { return static_cast<char>(below(256)); }
    std::size_t place(const std::string& input) { return below(input.size() + 1); }

    void change(std::string& input)
    {
        constexpr std::size_t kLongestPiece = 32;
        const std::size_t at = place(input);
        const std::size_t count = std::min(1 + below(kLongestPiece), input.size() - at);
        switch (below(6))
        {
        case 0:
            if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
            break;
        case 1:
            if (at < input.size()) input[at] = anyByte();
            break;
        case 2:
            input.insert(at, 1 + below(3), anyByte());
            break;
        case 3:
            input.erase(at, count);
            break;
        case 4:
            input.insert(place(input), input.substr(at, count));
            break;
        default:
            splice(input, at);
            break;
        }
    }

    /// Goes on as another input does from some place on.
    void splice(std::string& input, std::size_t at)
    {
        const std::string& other = _inputs[below(_inputs.size())];
        input = input.substr(0, at) + other.substr(place(other));
    }

    const Inputs& _inputs;
    std::minstd_rand _random{1};
};

/// What a handler of the program's end can reach.
struct AtWork
{
    const char* kept{nullptr};
    const std::string* input{nullptr};
};
AtWork& atWork()
{
    static AtWork work;
    return work;
}

void keepInput()
{
    const AtWork& work = atWork();
    if (work.input == nullptr) return;
    const int file = ::open(work.kept, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (::write(file, work.input->data(), work.input->size()) < 0) return;
    ::close(file);
}

void keepInputWhenItEndsBadly()
{
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(keepInput);
    std::signal(SIGABRT, [](int) { keepInput(); }); // which ends the program all the same
}

void run(const std::string& input)
{
    atWork().input = &input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    atWork().input = nullptr;
}

} // namespace

int main(int count, char** words)
{
    if (count < 4) return std::fprintf(stderr, "usage: %s MUTATIONS KEPT FILE|FOLDER …\n", words[0]), 2;
    const Inputs inputs = inputsOf(std::span(words, static_cast<std::size_t>(count)).subspan(3));
    if (inputs.empty()) return std::fprintf(stderr, "no inputs\n"), 1;
    const unsigned long mutations = std::stoul(words[1]);
    Mutator mutator(inputs);
    atWork().kept = words[2];
    keepInputWhenItEndsBadly();
    run({});
    for (const std::string& input : inputs)
    {
        run(input);
        for (unsigned long number = 0; number < mutations; ++number) run(mutator.changed(input));
    }
    std::printf("%zu inputs, %lu changed forms of each\n", inputs.size(), mutations);
    return 0;
}
