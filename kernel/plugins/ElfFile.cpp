#include "kernel/plugins/ElfFile.h"

#include <array>
#include <bit>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <optional>
#include <venomx/sdk/stamp.h>

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kMostSegments = 256;
constexpr std::size_t kMostDynamic = 4'096;
constexpr std::size_t kLargestNotes = 1U << 16;
constexpr std::size_t kLongestName = 4'096;

#if defined(__x86_64__)
constexpr ElfW(Half) kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr ElfW(Half) kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr ElfW(Half) kMachine = EM_RISCV;
#else
#error "name this machine's ELF number here"
#endif

/// Thrown and caught in this file alone.
struct Bad
{
    Literal reason;
    std::string sentence;
};

template <class T>
T readAt(const Bytes& file, std::uint64_t offset, Literal reason = "truncated")
{
    T thing{};
    if (!file.read(offset, std::as_writable_bytes(std::span{&thing, 1})))
        throw Bad{reason, "the file ends before what its headers promise"};
    return thing;
}

std::vector<std::byte> readBlock(const Bytes& file, std::uint64_t offset, std::uint64_t size, std::size_t most)
{
    if (size > most) throw Bad{"bad_elf", "a table of the file is larger than any real one"};
    std::vector<std::byte> block(static_cast<std::size_t>(size));
    if (!file.read(offset, block)) throw Bad{"truncated", "the file ends before what its headers promise"};
    return block;
}

ElfW(Ehdr) readHeader(const Bytes& file)
{
    std::array<std::byte, EI_NIDENT> identity{};
    if (!file.read(0, identity) || std::memcmp(identity.data(), ELFMAG, SELFMAG) != 0)
        throw Bad{"not_elf", "the file is not a shared object, as a plugin of this daemon is"};
    const auto header = readAt<ElfW(Ehdr)>(file, 0);
    const unsigned char wordSize = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    const unsigned char order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    if (header.e_ident[EI_CLASS] != wordSize || header.e_ident[EI_DATA] != order || header.e_machine != kMachine)
        throw Bad{"not_elf", "the file is made for another machine than this daemon"};
    if (header.e_type != ET_DYN)
        throw Bad{"not_elf", "the file is an object or a program, not a shared object, as a plugin of this daemon is"};
    if (header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_phnum == 0 || header.e_phnum > kMostSegments)
        throw Bad{"bad_elf", "the file's program headers are malformed"};
    return header;
}

std::vector<ElfW(Phdr)> readSegments(const Bytes& file, const ElfW(Ehdr) & header)
{
    std::vector<ElfW(Phdr)> segments(header.e_phnum);
    if (!file.read(header.e_phoff, std::as_writable_bytes(std::span{segments})))
        throw Bad{"truncated", "the file ends before what its headers promise"};
    for (const auto& segment : segments)
    {
        if (segment.p_type != PT_LOAD) continue;
        if (segment.p_offset > file.size() || segment.p_filesz > file.size() - segment.p_offset)
            throw Bad{"truncated", "the file ends before what its headers promise"};
    }
    return segments;
}

std::size_t aligned(std::uint32_t size)
{
    return (std::size_t{size} + 3) & ~std::size_t{3};
}

/// Looks for our note among a segment's notes.
void findNote(const Bytes& file, const ElfW(Phdr) & segment, std::vector<std::byte>& found)
{
    const auto notes = readBlock(file, segment.p_offset, segment.p_filesz, kLargestNotes);
    std::span<const std::byte> rest{notes};
    while (rest.size() >= sizeof(ElfW(Nhdr)))
    {
        ElfW(Nhdr) head{};
        std::memcpy(&head, rest.data(), sizeof head);
        rest = rest.subspan(sizeof head);
        const std::size_t name = aligned(head.n_namesz);
        const std::size_t content = aligned(head.n_descsz);
        if (name > rest.size() || content > rest.size() - name) throw Bad{"bad_elf", "the file's notes are malformed"};
        const bool ours = head.n_type == VENOMX_NOTE_TYPE && head.n_namesz == sizeof VENOMX_NOTE_OWNER &&
                          std::memcmp(rest.data(), VENOMX_NOTE_OWNER, sizeof VENOMX_NOTE_OWNER) == 0;
        if (ours && !found.empty()) throw Bad{"bad_stamp", "the file has more than one stamp"};
        if (ours)
        {
            const auto stamp = rest.subspan(name, head.n_descsz);
            found.assign(stamp.begin(), stamp.end());
        }
        rest = rest.subspan(name + content);
    }
}

std::uint64_t fileOffset(const std::vector<ElfW(Phdr)>& segments, std::uint64_t address)
{
    for (const auto& segment : segments)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return segment.p_offset + (address - segment.p_vaddr);
    throw Bad{"bad_elf", "the file's dynamic section points outside of it"};
}

struct DynamicFacts
{
    std::vector<std::uint64_t> needed; // offsets into the string table
    std::optional<std::uint64_t> strings{};
    std::uint64_t stringsSize{0};
};

DynamicFacts readDynamic(const Bytes& file, const ElfW(Phdr) & segment)
{
    DynamicFacts facts;
    const std::uint64_t count = segment.p_filesz / sizeof(ElfW(Dyn));
    if (segment.p_offset > file.size()) throw Bad{"truncated", "the file ends before what its headers promise"};
    if (count > kMostDynamic) throw Bad{"bad_elf", "a table of the file is larger than any real one"};
    for (std::uint64_t i = 0; i < count; ++i)
    {
        const auto entry = readAt<ElfW(Dyn)>(file, segment.p_offset + i * sizeof(ElfW(Dyn)));
        if (entry.d_tag == DT_NULL) break;
        if (entry.d_tag == DT_NEEDED) facts.needed.push_back(entry.d_un.d_val);
        if (entry.d_tag == DT_STRTAB) facts.strings = entry.d_un.d_ptr;
        if (entry.d_tag == DT_STRSZ) facts.stringsSize = entry.d_un.d_val;
    }
    return facts;
}

std::string readName(const Bytes& file, std::uint64_t offset, std::uint64_t most)
{
    std::string name;
    while (name.size() < most && name.size() < kLongestName)
    {
        const char next = readAt<char>(file, offset + name.size());
        if (next == '\0') return name;
        name.push_back(next);
    }
    throw Bad{"bad_elf", "a name in the file has no end"};
}

std::vector<std::string> readNeeded(const Bytes& file, const std::vector<ElfW(Phdr)>& segments, const ElfW(Phdr) & dynamic)
{
    const DynamicFacts facts = readDynamic(file, dynamic);
    std::vector<std::string> names;
    if (facts.needed.empty()) return names;
    if (!facts.strings) throw Bad{"bad_elf", "the file's dynamic section has no names"};
    const std::uint64_t strings = fileOffset(segments, *facts.strings);
    for (const std::uint64_t at : facts.needed)
    {
        if (at >= facts.stringsSize || at > file.size()) throw Bad{"bad_elf", "a name in the file lies outside of its names"};
        names.push_back(readName(file, strings + at, facts.stringsSize - at));
    }
    return names;
}

} // namespace

std::variant<ElfFacts, Refused> readElf(const Bytes& file)
{
    try
    {
        const auto header = readHeader(file);
        const auto segments = readSegments(file, header);
        ElfFacts facts;
        for (const auto& segment : segments)
        {
            if (segment.p_type == PT_NOTE) findNote(file, segment, facts.note);
            if (segment.p_type == PT_DYNAMIC) facts.needed = readNeeded(file, segments, segment);
        }
        return facts;
    }
    catch (const Bad& bad)
    {
        return Refused{bad.reason, bad.sentence};
    }
}

} // namespace venomx::kernel
