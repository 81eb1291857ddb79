/* What a plugin says about itself before any of its code runs: plain bytes in an ELF note (owner "venomx", type 1), which
 * the kernel reads from the file. C, so that any tool can read it too. Strings end with NUL; lists are separated by blanks. */
#ifndef VENOMX_SDK_STAMP_H
#define VENOMX_SDK_STAMP_H

#include <stdint.h>

#define VENOMX_ABI 1u
#define VENOMX_NOTE_OWNER "venomx"
#define VENOMX_NOTE_TYPE 1u
#define VENOMX_RESIDENT 1u /* a flag: it comes and goes with the daemon alone, never on a reload */

struct venomx_stamp
{
    uint32_t abi;
    uint32_t flags;
    char toolchain[128]; /* what must agree for objects to be shared: see VENOMX_TOOLCHAIN */
    char name[32];       /* [a-z][a-z0-9-]* */
    char version[32];
    char summary[128];
    char provides[256]; /* spawner/1 … */
    char needs[256];
    char families[256]; /* first words of its verbs: what is said of them while it does not run */
};

struct venomx_stamp_note
{
    uint32_t name_size;
    uint32_t content_size;
    uint32_t type;
    char owner[8];
    struct venomx_stamp stamp;
};

#define VENOMX_TEXT_(x) #x
#define VENOMX_TEXT(x) VENOMX_TEXT_(x)

#if defined(_GLIBCXX_DEBUG)
#define VENOMX_STL "debug"
#else
#define VENOMX_STL "plain"
#endif
#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define VENOMX_STRINGS "old"
#else
#define VENOMX_STRINGS "cxx11"
#endif
#if defined(__SANITIZE_ADDRESS__)
#define VENOMX_SANITIZER "address"
#elif defined(__SANITIZE_THREAD__)
#define VENOMX_SANITIZER "thread"
#else
#define VENOMX_SANITIZER "none"
#endif
#ifndef VENOMX_POCO
#define VENOMX_POCO "unknown" /* venomx_add_plugin() defines it */
#endif

#define VENOMX_TOOLCHAIN "libstdc++/" VENOMX_STL "/" VENOMX_STRINGS " sanitizer/" VENOMX_SANITIZER " poco/" VENOMX_POCO

#define VENOMX_STAMP(NAME, VERSION, SUMMARY, PROVIDES, NEEDS, FAMILIES, FLAGS)                                                             \
    extern const struct venomx_stamp_note venomx_stamp_note_data;                                                                          \
    __attribute__((section(".note.venomx"), used, aligned(4))) const struct venomx_stamp_note venomx_stamp_note_data = {                   \
        sizeof(VENOMX_NOTE_OWNER),                                                                                                         \
        sizeof(struct venomx_stamp),                                                                                                       \
        VENOMX_NOTE_TYPE,                                                                                                                  \
        VENOMX_NOTE_OWNER,                                                                                                                 \
        {VENOMX_ABI, FLAGS, VENOMX_TOOLCHAIN, NAME, VERSION, SUMMARY, PROVIDES, NEEDS, FAMILIES}}

#endif
