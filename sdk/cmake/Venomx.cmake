# How everything in this tree is compiled: one interface target that each of our own targets links.
add_library(venomx-options INTERFACE)
target_compile_features(venomx-options INTERFACE cxx_std_20)
target_compile_options(venomx-options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # g++ 12 sees overlaps, overruns and unset values that are not there in inlined std::string and std::optional code (its
    # bugs 105651, 105329 and 80635).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    -fstack-protector-strong -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
target_compile_definitions(venomx-options INTERFACE
    VENOMX_VERSION="${PROJECT_VERSION}"
    $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
target_link_options(venomx-options INTERFACE -Wl,-z,now -Wl,-z,relro)

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Everything below the build folder finds libvenomx-sdk by a path relative to itself, installed or not.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

if(VENOMX_SANITIZE STREQUAL "address")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
elseif(VENOMX_SANITIZE STREQUAL "thread")
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer -Wno-tsan)
    add_link_options(-fsanitize=thread)
elseif(VENOMX_SANITIZE)
    message(FATAL_ERROR "VENOMX_SANITIZE is \"${VENOMX_SANITIZE}\"; it takes address, thread or nothing")
endif()

if(VENOMX_COVERAGE)
    # Counts are added by many threads and, at their ends, by many processes. They are written by exit, _exit and exec.
    add_compile_options(--coverage -fprofile-update=atomic -O1)
    add_compile_definitions(VENOMX_COVERAGE)
    add_link_options(--coverage)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
    # What ccache needs to be told before it caches what uses a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

# venomx_precompile(target [header …]): a target of many small files parses the standard library once.
function(venomx_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <chrono> <functional> <map> <memory> <optional> <span> <string> <string_view> <unordered_map> <vector> ${ARGN})
    if(CCACHE_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()

include(VenomxAddPlugin)
