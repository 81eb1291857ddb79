// What tells one hostile plugin from the next: constants that its build writes (case.cpp.in). Any thread.
#pragma once

extern "C"
{
    extern const char hostile_name[];
    extern const char hostile_way[];     ///< `init-throws`; empty: it behaves
    extern const char hostile_service[]; ///< that it offers; empty: none
}
