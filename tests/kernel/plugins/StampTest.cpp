// What is read of a plugin's bytes: good files, cut files, files with every byte changed.
#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <venomx/sdk/stamp.h>

#include "kernel/plugins/Stamp.h"

namespace venomx::kernel::tests
{
namespace
{

using Bytes_ = std::vector<std::byte>;

Bytes_ fileBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    CPPUNIT_ASSERT_MESSAGE(path, file.good());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    Bytes_ bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

std::string reason(const Bytes_& bytes)
{
    const auto read = readStamp(MemoryBytes(bytes));
    if (const auto* refused = std::get_if<Refused>(&read)) return std::string{refused->reason.view()};
    return "read";
}

Bytes_ text(std::string_view content)
{
    Bytes_ bytes(content.size());
    std::memcpy(bytes.data(), content.data(), content.size());
    return bytes;
}

/// Where the stamp lies in a file: found by its toolchain text, which stands behind two numbers.
venomx_stamp* stampIn(Bytes_& bytes)
{
    const std::string_view all{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    const std::size_t at = all.find(VENOMX_TOOLCHAIN);
    CPPUNIT_ASSERT(at != std::string_view::npos);
    return reinterpret_cast<venomx_stamp*>(bytes.data() + at - offsetof(venomx_stamp, toolchain));
}

} // namespace

class StampTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(StampTest);
    CPPUNIT_TEST(readsAPlugin);
    CPPUNIT_TEST(refusesOtherFiles);
    CPPUNIT_TEST(refusesEveryCut);
    CPPUNIT_TEST(survivesEveryChangedByte);
    CPPUNIT_TEST(refusesANameWithoutAnEnd);
    CPPUNIT_TEST(refusesMalformedFields);
    CPPUNIT_TEST(fitsThisDaemon);
    CPPUNIT_TEST(namesBothSides);
    CPPUNIT_TEST_SUITE_END();

    Bytes_ _gamma{fileBytes(VENOMX_FIXTURES "/gamma.so")};

    Stamp gamma() const { return std::get<Stamp>(readStamp(MemoryBytes(_gamma))); }

    template <class Change>
    std::string changed(const Change& change) const
    {
        Bytes_ bytes = _gamma;
        change(*stampIn(bytes));
        return reason(bytes);
    }

public:
    void readsAPlugin()
    {
        const Stamp stamp = gamma();
        CPPUNIT_ASSERT_EQUAL(std::string{"gamma"}, stamp.name);
        CPPUNIT_ASSERT_EQUAL(std::string{"1.0"}, stamp.version);
        CPPUNIT_ASSERT_EQUAL(std::string{"Fixture gamma"}, stamp.summary);
        CPPUNIT_ASSERT(stamp.provides == std::vector<std::string>{"gamma/1"});
        CPPUNIT_ASSERT(stamp.needs == (std::vector<std::string>{"alpha/1", "loop/1"}));
        CPPUNIT_ASSERT(stamp.families == std::vector<std::string>{"gamma"});
        CPPUNIT_ASSERT(!stamp.resident);
        CPPUNIT_ASSERT_EQUAL(VENOMX_ABI, stamp.abi);
        CPPUNIT_ASSERT_EQUAL(std::string{VENOMX_TOOLCHAIN}, stamp.toolchain);
        CPPUNIT_ASSERT(std::find(stamp.libraries.begin(), stamp.libraries.end(), "libvenomx-sdk.so.1") != stamp.libraries.end());
    }

    void refusesOtherFiles()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"}, reason({}));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"}, reason(text("#!/bin/sh\nexec rm -rf /\n")));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"},
                             reason(text("\x7F"
                                         "ELF and no more, though longer than any header of such a file could be")));
        Bytes_ other = _gamma;
        other[EI_CLASS] = std::byte{ELFCLASS32};
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"}, reason(other));
        other = _gamma;
        other[offsetof(Elf64_Ehdr, e_machine)] = std::byte{EM_SPARC};
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"}, reason(other));
        other = _gamma;
        other[offsetof(Elf64_Ehdr, e_type)] = std::byte{ET_REL};
        CPPUNIT_ASSERT_EQUAL(std::string{"not_elf"}, reason(other));
        CPPUNIT_ASSERT_EQUAL(std::string{"no_stamp"}, reason(fileBytes("/proc/self/exe")));
    }

    /// Whatever is cut off, no cut file passes for a whole one as long as a loaded part is missing.
    void refusesEveryCut()
    {
        Bytes_ cut = _gamma;
        const std::size_t loaded = lastLoadedByte();
        for (std::size_t size = 0; size < loaded; size += size < 4'096 ? 1 : 97)
        {
            cut.assign(_gamma.begin(), _gamma.begin() + static_cast<std::ptrdiff_t>(size));
            const std::string why = reason(cut);
            CPPUNIT_ASSERT_MESSAGE(std::to_string(size) + ' ' + why, why == "truncated" || why == "not_elf");
        }
    }

    std::size_t lastLoadedByte() const
    {
        Elf64_Ehdr header{};
        std::memcpy(&header, _gamma.data(), sizeof header);
        std::size_t last = 0;
        for (int i = 0; i < header.e_phnum; ++i)
        {
            Elf64_Phdr segment{};
            std::memcpy(&segment, _gamma.data() + header.e_phoff + static_cast<std::size_t>(i) * sizeof segment, sizeof segment);
            if (segment.p_type == PT_LOAD) last = std::max<std::size_t>(last, segment.p_offset + segment.p_filesz);
        }
        return last;
    }

    /// Reading ends well whatever a byte says: refused or read, never past the bytes (the sanitizers watch).
    void survivesEveryChangedByte()
    {
        Bytes_ bytes = _gamma;
        std::size_t refused = 0;
        const std::size_t size = std::min<std::size_t>(bytes.size(), 16'384);
        for (std::size_t at = 0; at < size; ++at)
            for (const unsigned value : {0x00U, 0x7FU, 0xFFU})
            {
                const std::byte before = bytes[at];
                bytes[at] = static_cast<std::byte>(value);
                if (reason(bytes) != "read") ++refused;
                bytes[at] = before;
            }
        CPPUNIT_ASSERT(refused > 100);
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, reason(bytes));
    }

    /// The name of a needed library that goes on to the end of the names, and one that goes on for longer than any.
    void refusesANameWithoutAnEnd()
    {
        const std::string_view all{reinterpret_cast<const char*>(_gamma.data()), _gamma.size()};
        const std::size_t at = all.find(std::string_view{"libstdc++.so.6\0", 15});
        CPPUNIT_ASSERT(at != std::string_view::npos);
        for (const std::size_t size : {std::size_t{600}, std::size_t{8192}})
        {
            Bytes_ bytes = _gamma;
            CPPUNIT_ASSERT(at + size < bytes.size());
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{'a'});
            CPPUNIT_ASSERT_EQUAL(std::string{"bad_elf"}, reason(bytes));
        }
    }

    void refusesMalformedFields()
    {
        const auto set = [](char* field, std::string_view value) { std::memcpy(field, value.data(), value.size() + 1); };
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, changed([](venomx_stamp&) {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.name, "Gamma"); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.name, ""); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.name, "../x"); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.name, "kernel"); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"},
                             changed([](venomx_stamp& stamp) { std::memset(stamp.name, 'a', sizeof stamp.name); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.version, ""); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.summary, "a\x1B[2J"); }));
        for (const char* services : {"gamma", "gamma/", "gamma/0", "gamma/x", "/1", "gamma/1,alpha/1", "Gamma/1", "gamma/12345"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(services, std::string{"bad_stamp"},
                                         changed([&](venomx_stamp& stamp) { set(stamp.provides, services); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"bad_stamp"}, changed([&](venomx_stamp& stamp) { set(stamp.needs, "x"); }));
        for (const char* families : {"", "Gamma", "gamma alpha-beta", "gamma.run"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(families, std::string{"bad_stamp"},
                                         changed([&](venomx_stamp& stamp) { set(stamp.families, families); }));
        // Another ABI may have another layout, so nothing else of it counts.
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, changed(
                                                      [&](venomx_stamp& stamp)
                                                      {
                                                          stamp.abi = 2;
                                                          set(stamp.name, "");
                                                      }));
    }

    void fitsThisDaemon()
    {
        const OwnBuild own = ownBuild();
        CPPUNIT_ASSERT_EQUAL(std::string{".so.80"}, own.poco);
        CPPUNIT_ASSERT(!misfit(gamma(), "gamma.so", own, {"gamma.so", "alpha.so"}));
    }

    void namesBothSides()
    {
        const OwnBuild own{1, "libstdc++/plain", ".so.80"};
        const auto why = [&](const Stamp& stamp, const char* file = "gamma.so")
        {
            const auto refused = misfit(stamp, file, own, {"gamma.so", "alpha.so"});
            return refused ? std::string{refused->reason.view()} + ": " + refused->sentence : std::string{"fits"};
        };
        const Stamp good{
            1, "libstdc++/plain", "gamma", "1", "G", {}, {}, {"gamma"}, false, {"libc.so.6", "libPocoNet.so.80", "alpha.so.1"}};
        CPPUNIT_ASSERT_EQUAL(std::string{"fits"}, why(good));
        Stamp bad = good;
        bad.abi = 7;
        CPPUNIT_ASSERT_EQUAL(std::string{"abi: the plugin is built for SDK ABI 7, this daemon has 1"}, why(bad));
        bad = good;
        bad.toolchain = "libstdc++/debug";
        CPPUNIT_ASSERT_EQUAL(std::string{"toolchain: the plugin is built with libstdc++/debug, this daemon with libstdc++/plain"},
                             why(bad));
        CPPUNIT_ASSERT_EQUAL(std::string{"name: the file is named other.so, but the plugin in it is named gamma"}, why(good, "other.so"));
        bad = good;
        bad.libraries.emplace_back("libPocoFoundation.so.94");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"foreign_poco: the plugin is linked to libPocoFoundation.so.94, this daemon to Poco libraries named *.so.80"},
            why(bad));
        bad = good;
        bad.libraries.emplace_back("/opt/plugins/alpha.so");
        CPPUNIT_ASSERT_EQUAL(std::string{"links_plugin: the plugin is linked to another plugin, alpha.so; plugins meet through services"},
                             why(bad));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StampTest);

} // namespace venomx::kernel::tests
