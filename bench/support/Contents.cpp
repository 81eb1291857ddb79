#include "bench/support/Contents.h"

#include <array>
#include <string_view>

namespace venomx::bench
{

std::string plainText(std::size_t bytes)
{
    std::string text;
    for (unsigned line = 0; text.size() < bytes; ++line)
    {
        for (unsigned col = 0; col < 40 + line * 7 % 40; ++col) text += static_cast<char>('!' + (line + col) % 90);
        text += "\r\n";
    }
    return text;
}

std::string denseColour(std::size_t bytes)
{
    std::string text;
    for (unsigned cell = 0; text.size() < bytes; ++cell)
    {
        text += "\x1b[38;5;" + std::to_string(cell % 256) + ";48;5;" + std::to_string(cell * 7 % 256) + "m";
        text += "word"[cell % 4];
        if (cell % 78 == 77) text += "\x1b[0m\r\n";
    }
    return text;
}

std::string scrollingLetters(std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes) text += "y\r\n";
    return text;
}

std::string wideText(std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes)
        text += "日本語の文字列と漢字かな混じり文、テスト \xF0\x9F\x98\x80\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD e\xCC\x81 中文字符测试\r\n";
    return text;
}

std::string mixedLines(std::size_t lines)
{
    constexpr std::array<std::string_view, 5> kKinds{
        "[ 42%] Building CXX object kernel/CMakeFiles/kernel.dir/loop/EventLoop.cpp.o",
        "\x1b[32m   ok\x1b[0m  request 17 answered in 0.231 ms, 512 bytes",
        "\x1b[1;31merror:\x1b[0m no such file or directory: \x1b[36m/srv/app/data\x1b[0m",
        "2026-11-30T14:05:11.042Z info worker 3 took job 8812",
        "日本語のログ: 処理が完了しました",
    };
    std::string text;
    for (std::size_t line = 0; line < lines; ++line)
    {
        text += kKinds[line % kKinds.size()];
        text += " " + std::to_string(line) + "\r\n";
    }
    return text;
}

} // namespace venomx::bench
