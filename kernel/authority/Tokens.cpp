#include "kernel/authority/Tokens.h"

#include <algorithm>
#include <cstring>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <span>
#include <stdexcept>
#include <string>

namespace venomx::kernel
{
namespace
{

constexpr std::string_view kPrefix = "vnt1.venomx.";
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kSecretText = 43;
constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64url without padding.
void encode(std::span<const unsigned char> bytes, std::span<char> out)
{
    std::uint32_t bits = 0;
    int count = 0;
    std::size_t at = 0;
    for (const unsigned char byte : bytes)
    {
        bits = (bits << 8) | byte;
        for (count += 8; count >= 6; count -= 6) out[at++] = kAlphabet[(bits >> (count - 6)) & 63U];
    }
    if (count > 0) out[at] = kAlphabet[(bits << (6 - count)) & 63U];
}

} // namespace

Secret makeToken(const PrincipalId& principal)
{
    std::array<unsigned char, kSecretBytes> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) throw std::runtime_error{"the system gives no random bytes"};
    const std::string name = principal.str();
    Secret token = Secret::ofSize(kPrefix.size() + name.size() + 1 + kSecretText);
    const std::span<char> text = token.writable();
    auto at = std::copy(kPrefix.begin(), kPrefix.end(), text.begin());
    at = std::copy(name.begin(), name.end(), at);
    *at = '.';
    encode(random, text.last(kSecretText));
    wipe(random.data(), random.size());
    return token;
}

std::optional<PrincipalId> claimedPrincipal(std::string_view text)
{
    if (!text.starts_with(kPrefix)) return {};
    text.remove_prefix(kPrefix.size());
    if (text.size() <= kSecretText || text[text.size() - kSecretText - 1] != '.') return {};
    if (text.substr(text.size() - kSecretText).find_first_not_of(kAlphabet) != std::string_view::npos) return {};
    return PrincipalId::parse(text.substr(0, text.size() - kSecretText - 1));
}

TokenDigest digestOf(std::string_view text)
{
    TokenDigest digest{};
    if (SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data()) == nullptr)
        throw std::runtime_error{"SHA-256 is not available"};
    return digest;
}

bool sameDigest(const TokenDigest& one, const TokenDigest& other) noexcept
{
    return CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

} // namespace venomx::kernel
