# What `cmake --install` writes, in two components: `runtime` is what a daemon needs, `development` what plugin authors need.
# Everything finds the rest by a path relative to itself, so the prefix can be moved as a whole.
include(CMakePackageConfigHelpers)

set(VENOMX_PACKAGE_DIRECTORY lib/cmake/venomx-sdk)
set(VENOMX_SHARE_DIRECTORY share/venomx)

install(TARGETS venomx RUNTIME DESTINATION bin COMPONENT runtime)
install(TARGETS venomxd RUNTIME DESTINATION lib/venomx COMPONENT runtime)
install(TARGETS venomx-sdk EXPORT venomx-sdk
    LIBRARY DESTINATION lib COMPONENT runtime NAMELINK_COMPONENT development
    INCLUDES DESTINATION include)
install(FILES etc/venomx.properties etc/systemd/hardening.conf DESTINATION share/doc/venomx/examples COMPONENT runtime)
install(FILES docs/writing-plugins.md DESTINATION share/doc/venomx-dev COMPONENT development)

# The documents lie in one folder when they are installed, and their links lead there.
file(GLOB VENOMX_DOCUMENTS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/docs/*.md)
install(CODE "
    file(REMOVE_RECURSE \"${CMAKE_BINARY_DIR}/documents\")
    foreach(document ${VENOMX_DOCUMENTS})
        file(READ \"\${document}\" text)
        string(REPLACE \"](docs/\" \"](\" text \"\${text}\")
        string(REGEX REPLACE \"\\\\]\\\\((\\\\.\\\\./)?etc/\" \"](examples/\" text \"\${text}\")
        get_filename_component(name \"\${document}\" NAME)
        file(WRITE \"${CMAKE_BINARY_DIR}/documents/\${name}\" \"\${text}\")
    endforeach()" COMPONENT runtime)
install(DIRECTORY ${CMAKE_BINARY_DIR}/documents/ DESTINATION share/doc/venomx COMPONENT runtime FILES_MATCHING PATTERN "*.md")

# A unit names its program by an absolute path, which is known when the prefix is.
install(CODE "
    file(READ \"${CMAKE_SOURCE_DIR}/etc/systemd/venomx.service\" unit)
    string(REPLACE /usr/bin/ \"\${CMAKE_INSTALL_PREFIX}/bin/\" unit \"\${unit}\")
    file(WRITE \"${CMAKE_BINARY_DIR}/systemd/venomx.service\" \"\${unit}\")" COMPONENT runtime)
install(FILES ${CMAKE_BINARY_DIR}/systemd/venomx.service etc/systemd/venomx.socket DESTINATION lib/systemd/user COMPONENT runtime)

# Manual pages and completions come from the program and its plugins themselves.
set(VENOMX_PAGES ${CMAKE_BINARY_DIR}/pages)
if(NOT VENOMX_SANITIZE)
    add_custom_command(OUTPUT ${VENOMX_PAGES}/stamp
        COMMAND ${CMAKE_SOURCE_DIR}/scripts/pages ${CMAKE_BINARY_DIR}
        COMMAND ${CMAKE_COMMAND} -E touch ${VENOMX_PAGES}/stamp
        DEPENDS scripts/pages venomx venomxd venomx-plugin-spawn-module venomx-plugin-pane-module venomx-plugin-window-module
            venomx-plugin-doctor-module
        COMMENT "Writing the manual pages" VERBATIM)
    add_custom_target(venomx-pages ALL DEPENDS ${VENOMX_PAGES}/stamp)
    install(DIRECTORY ${VENOMX_PAGES}/share/ DESTINATION share COMPONENT runtime)
endif()

install(TARGETS venomx-testing EXPORT venomx-sdk ARCHIVE DESTINATION lib COMPONENT development INCLUDES DESTINATION include)
install(DIRECTORY sdk/include/venomx DESTINATION include COMPONENT development FILES_MATCHING PATTERN "*.h")
install(FILES sdk/cmake/VenomxAddPlugin.cmake sdk/cmake/stamp.cpp.in sdk/cmake/plugin.map sdk/cmake/CppUnitMain.cpp
    DESTINATION ${VENOMX_PACKAGE_DIRECTORY} COMPONENT development)
install(DIRECTORY sdk/template sdk/examples DESTINATION ${VENOMX_SHARE_DIRECTORY} COMPONENT development)
install(EXPORT venomx-sdk NAMESPACE venomx:: FILE venomx-sdk-targets.cmake
    DESTINATION ${VENOMX_PACKAGE_DIRECTORY} COMPONENT development)

configure_package_config_file(sdk/cmake/venomx-sdk-config.cmake.in ${CMAKE_BINARY_DIR}/cmake/venomx-sdk-config.cmake
    INSTALL_DESTINATION ${VENOMX_PACKAGE_DIRECTORY} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/venomx-sdk-config-version.cmake
    VERSION ${VENOMX_SDK_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/venomx-sdk-config.cmake ${CMAKE_BINARY_DIR}/cmake/venomx-sdk-config-version.cmake
    DESTINATION ${VENOMX_PACKAGE_DIRECTORY} COMPONENT development)

# The same layout in the build folder, so that `venomx plugin new` works there.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${VENOMX_SHARE_DIRECTORY})
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/sdk/template ${CMAKE_BINARY_DIR}/${VENOMX_SHARE_DIRECTORY}/template SYMBOLIC)
