# Writes HEADER with the commit of the tree at SOURCE; leaves it alone when it says so already.
cmake_minimum_required(VERSION 3.25)
find_package(Git QUIET)
set(commit "unknown")
if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
        OUTPUT_VARIABLE found ERROR_QUIET RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
        set(commit ${found})
    endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n#define VENOMX_COMMIT \"@commit@\"\n" @ONLY)
