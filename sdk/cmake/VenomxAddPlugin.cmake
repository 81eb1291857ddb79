# venomx_add_plugin(NAME name [VERSION v] SUMMARY text [PROVIDES service/1 …] [NEEDS service/1 …] [FAMILIES family …] [RESIDENT]
#                   SOURCES file … [MAIN file] [LINK library …])
#
# Builds the shared object <name>.so that the daemon loads, and installs it into VENOMX_PLUGIN_INSTALL_DIRECTORY (nowhere when
# that is empty). FAMILIES are the first words of its verbs' names, where they are not its own name. RESIDENT: it holds what
# clients work with, so enabling or disabling it takes a restart of the daemon. MAIN is the file that holds VENOMX_PLUGIN(Class);
# when it is given apart from SOURCES, the rest is also there as the object library venomx-plugin-<name>, for tests without a
# daemon.
include_guard(GLOBAL)
set(VENOMX_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(venomx_add_plugin)
    cmake_parse_arguments(PLUGIN "RESIDENT" "NAME;VERSION;SUMMARY;MAIN" "SOURCES;PROVIDES;NEEDS;FAMILIES;LINK" ${ARGN})
    if(NOT PLUGIN_NAME MATCHES "^[a-z][a-z0-9-]*$")
        message(FATAL_ERROR "venomx_add_plugin: NAME \"${PLUGIN_NAME}\" must match [a-z][a-z0-9-]*")
    endif()
    if(PLUGIN_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "venomx_add_plugin(${PLUGIN_NAME}): unknown words: ${PLUGIN_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT PLUGIN_VERSION)
        set(PLUGIN_VERSION ${PROJECT_VERSION})
    endif()
    if(NOT PLUGIN_FAMILIES)
        string(REPLACE "-" "_" PLUGIN_FAMILIES ${PLUGIN_NAME})
    endif()
    if(TARGET venomx-sdk)
        set(sdk venomx-sdk)
    else()
        set(sdk venomx::sdk)
    endif()

    set(target venomx-plugin-${PLUGIN_NAME})
    string(JOIN " " VENOMX_PROVIDES ${PLUGIN_PROVIDES})
    string(JOIN " " VENOMX_NEEDS ${PLUGIN_NEEDS})
    string(JOIN " " VENOMX_FAMILIES ${PLUGIN_FAMILIES})
    set(VENOMX_FLAGS 0)
    if(PLUGIN_RESIDENT)
        set(VENOMX_FLAGS VENOMX_RESIDENT)
    endif()
    set(VENOMX_NAME ${PLUGIN_NAME})
    set(VENOMX_PLUGIN_VERSION ${PLUGIN_VERSION})
    set(VENOMX_SUMMARY ${PLUGIN_SUMMARY})
    configure_file(${VENOMX_CMAKE_DIR}/stamp.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/${PLUGIN_NAME}_stamp.cpp @ONLY)

    set(parts ${PLUGIN_SOURCES})
    if(PLUGIN_MAIN)
        add_library(${target} OBJECT ${PLUGIN_SOURCES})
        venomx_plugin_options(${target} ${sdk} "${PLUGIN_LINK}")
        set(parts ${PLUGIN_MAIN})
    endif()

    add_library(${target}-module MODULE ${parts} ${CMAKE_CURRENT_BINARY_DIR}/${PLUGIN_NAME}_stamp.cpp)
    venomx_plugin_options(${target}-module ${sdk} "${PLUGIN_LINK}")
    if(PLUGIN_MAIN)
        target_link_libraries(${target}-module PRIVATE ${target})
    endif()
    target_link_options(${target}-module PRIVATE
        -Wl,-z,now -Wl,-z,defs -Wl,-z,nodelete -Wl,--version-script=${VENOMX_CMAKE_DIR}/plugin.map)
    if(VENOMX_SANITIZE)
        # A sanitizer's runtime comes with the program, so its symbols are undefined here.
        target_link_options(${target}-module PRIVATE -Wl,-z,undefs)
    endif()
    set_target_properties(${target}-module PROPERTIES PREFIX "" OUTPUT_NAME ${PLUGIN_NAME})
    if(VENOMX_PLUGIN_OUTPUT_DIRECTORY)
        set_target_properties(${target}-module PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${VENOMX_PLUGIN_OUTPUT_DIRECTORY})
    endif()
    # Two levels up from lib/venomx/plugins stands libvenomx-sdk.
    set_target_properties(${target}-module PROPERTIES INSTALL_RPATH "$ORIGIN/../..")
    if(VENOMX_PLUGIN_INSTALL_DIRECTORY)
        install(TARGETS ${target}-module LIBRARY DESTINATION ${VENOMX_PLUGIN_INSTALL_DIRECTORY})
    endif()
endfunction()

# venomx_add_plugin_test(PLUGIN name SOURCES file …)
#
# Builds test-<name> from CppUnit suites and the plugin's object library (so the plugin needs a MAIN), and adds it to ctest.
function(venomx_add_plugin_test)
    cmake_parse_arguments(TEST "" "PLUGIN" "SOURCES" ${ARGN})
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(CPPUNIT REQUIRED QUIET IMPORTED_TARGET GLOBAL cppunit)
    add_executable(test-${TEST_PLUGIN} ${TEST_SOURCES} ${VENOMX_CMAKE_DIR}/CppUnitMain.cpp)
    target_link_libraries(test-${TEST_PLUGIN} PRIVATE venomx-plugin-${TEST_PLUGIN} venomx::testing PkgConfig::CPPUNIT)
    target_compile_features(test-${TEST_PLUGIN} PRIVATE cxx_std_20)
    add_test(NAME ${TEST_PLUGIN} COMMAND test-${TEST_PLUGIN})
endfunction()

function(venomx_plugin_options target sdk libraries)
    target_compile_features(${target} PRIVATE cxx_std_20)
    set_target_properties(${target} PROPERTIES
        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE ${sdk} Poco::Foundation ${libraries})
    target_compile_definitions(${target} PRIVATE VENOMX_POCO="${Poco_VERSION}")
    if(TARGET venomx-options)
        target_link_libraries(${target} PRIVATE venomx-options)
    endif()
endfunction()
