# The Debian packages: venomx (component runtime) and venomx-dev (component development). scripts/package builds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The venomx authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "headless terminal daemon for agents, scripts and services")
# Who answers for the packages: as Debian's own tools are told it. Otherwise nobody does, and no address may look as if.
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else()
    set(CPACK_PACKAGE_CONTACT "The venomx authors <nobody@venomx.invalid>")
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME venomx)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/etc/debian/triggers ${CMAKE_BINARY_DIR}/packaging/shlibs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "A client asks for sessions, windows and panes; each pane is one process on a
terminal of its own, started exactly as asked, and never by way of a shell.
The command line, the daemon, its plugins and user units for systemd.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME venomx-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "venomx (= ${PROJECT_VERSION}-1), libpoco-dev (>= 1.11), cmake (>= 3.25), g++, pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS libcppunit-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "What authors of plugins need: the SDK's headers and CMake package, the bench
for tests without a daemon, the template of its command plugin new, and
examples.")

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/packaging)
file(CONFIGURE OUTPUT packaging/shlibs CONTENT "libvenomx-sdk 1 venomx (>= @PROJECT_VERSION@)\n" @ONLY)
file(CONFIGURE OUTPUT packaging/changelog
    CONTENT "venomx (@PROJECT_VERSION@-1) stable; urgency=medium\n\n  * As the project's history tells.\n\n -- @CPACK_PACKAGE_CONTACT@  Mon, 30 Nov 2026 12:00:00 +0000\n" @ONLY)
find_program(GZIP_PROGRAM gzip REQUIRED)
execute_process(COMMAND ${GZIP_PROGRAM} -9nkf ${CMAKE_BINARY_DIR}/packaging/changelog COMMAND_ERROR_IS_FATAL ANY)
foreach(component runtime development)
    string(TOUPPER ${component} upper)
    set(documents share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    install(FILES etc/debian/copyright DESTINATION ${documents} COMPONENT ${component})
    install(FILES ${CMAKE_BINARY_DIR}/packaging/changelog.gz DESTINATION ${documents} RENAME changelog.Debian.gz COMPONENT ${component})
endforeach()
include(CPack)

# `try-packages`: both packages installed into a clean Debian and used there, and their units run under a systemd of their own.
# Minutes, and a network: no part of the tests.
add_custom_target(try-packages
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/package ${CMAKE_BINARY_DIR}/package
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/try-packages ${CMAKE_BINARY_DIR}/package
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/try-service ${CMAKE_BINARY_DIR}/package
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} USES_TERMINAL VERBATIM)
