# What the fuzz targets exercise, compiled by clang with coverage and sanitizers, and libFuzzer in place of a main.
target_compile_options(venomx-fuzz-options INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -UNDEBUG)
target_link_options(venomx-fuzz-options INTERFACE -fsanitize=fuzzer,address,undefined)

file(GLOB FUZZED_SDK CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/sdk/src/*.cpp)
add_library(venomx-fuzz-sdk STATIC EXCLUDE_FROM_ALL ${FUZZED_SDK})
target_link_libraries(venomx-fuzz-sdk PUBLIC venomx-fuzz-options)
set(FUZZ_SDK venomx-fuzz-sdk)

file(GLOB FUZZED_KERNEL CONFIGURE_DEPENDS
    ${kernel}/authority/*.cpp ${kernel}/events/*.cpp ${kernel}/loop/*.cpp ${kernel}/settings/*.cpp
    ${kernel}/verbs/*.cpp ${kernel}/wire/*.cpp)
add_library(venomx-fuzz-kernel STATIC EXCLUDE_FROM_ALL ${FUZZED_KERNEL})
target_link_libraries(venomx-fuzz-kernel PUBLIC venomx-fuzz-sdk Poco::Foundation Poco::Util Poco::JSON Poco::Crypto OpenSSL::Crypto)
target_compile_definitions(venomx-fuzz-kernel PUBLIC VENOMX_POCO="${Poco_VERSION}")
set(FUZZ_KERNEL venomx-fuzz-kernel)

file(GLOB FUZZED_SCREEN CONFIGURE_DEPENDS ${pane}/screen/*.cpp)
add_library(venomx-fuzz-screen STATIC EXCLUDE_FROM_ALL ${FUZZED_SCREEN})
target_link_libraries(venomx-fuzz-screen PUBLIC venomx-fuzz-options)
set(FUZZ_SCREEN venomx-fuzz-screen)
