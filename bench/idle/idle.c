/* The program that benchmarks start: static, so that what is timed is the start and not a dynamic linker. Waits for ever; with
   an argument it ends at once. */
#include <unistd.h>

int main(int count, char** words)
{
    (void)words;
    while (count < 2) pause();
    return 0;
}
