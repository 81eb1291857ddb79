/* The program that benchmarks start: static, so that what is timed is the start and not a dynamic linker. Waits for ever. */
#include <unistd.h>

int main(void)
{
    for (;;) pause();
}
