#include "JsonNumber.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace venomx::detail
{
namespace
{

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

const char* skipDigits(const char* at)
{
    while (isDigit(*at)) ++at;
    return at;
}

/// Past the fraction and exponent that may follow an integer; nullptr when one is begun and not finished.
const char* skipTail(const char* at)
{
    if (*at == '.')
    {
        if (!isDigit(at[1])) return nullptr;
        at = skipDigits(at + 1);
    }
    if (*at != 'e' && *at != 'E') return at;
    ++at;
    if (*at == '+' || *at == '-') ++at;
    return isDigit(*at) ? skipDigits(at) : nullptr;
}

/// Of a number that is out of a double's range: whether it is too close to zero, not too far from it.
bool isTiny(std::string_view number)
{
    const std::size_t e = number.find_first_of("eE");
    const std::string_view digits = number.substr(0, e);
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos) return true;
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const auto magnitude = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    std::int64_t exponent = 0;
    if (e != std::string_view::npos)
    {
        const std::size_t sign = number[e + 1] == '+' ? e + 2 : e + 1;
        const auto [end, error] = std::from_chars(number.data() + sign, number.data() + number.size(), exponent);
        static_cast<void>(end);
        if (error != std::errc{}) return number[e + 1] == '-';
    }
    // Not their sum: the exponent may be the largest number there is.
    return exponent < -magnitude;
}

bool toDouble(const char* from, const char* to, double& result)
{
    const auto [end, error] = std::from_chars(from, to, result);
    static_cast<void>(end);
    if (error == std::errc{}) return true;
    if (!isTiny({from, to})) return false;
    result = *from == '-' ? -0.0 : 0.0;
    return true;
}

/// The integer that the digits say, unless it is past what fits.
bool toInteger(const char* from, const char* to, std::int64_t& result)
{
    const bool negative = *from == '-';
    const char* at = negative ? from + 1 : from;
    constexpr std::ptrdiff_t kAlwaysFits = 18;
    if (to - at > kAlwaysFits) return std::from_chars(from, to, result).ec == std::errc{};
    std::int64_t sum = 0;
    for (; at != to; ++at) sum = sum * 10 + (*at - '0');
    result = negative ? -sum : sum;
    return true;
}

} // namespace

const char* readNumber(const char* at, Value& number)
{
    const char* const digits = *at == '-' ? at + 1 : at;
    if (!isDigit(*digits)) return nullptr;
    const char* const integerEnd = *digits == '0' ? digits + 1 : skipDigits(digits);
    const char* const end = skipTail(integerEnd);
    if (end == nullptr) return nullptr;
    double real = 0;
    if (end == integerEnd)
    {
        std::int64_t integer = 0;
        if (toInteger(at, end, integer))
            number = Value::integer(integer);
        else if (toDouble(at, end, real))
            number = Value::bigInteger(real);
        else
            return nullptr;
        return end;
    }
    if (!toDouble(at, end, real)) return nullptr;
    number = Value::real(real);
    return end;
}

} // namespace venomx::detail
