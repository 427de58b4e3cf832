// expect: memory
// malloc without end.
static int attack(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block) {
            fputs("out of memory\n", stderr);
            abort();
        }
        memset(block, 1, 1 << 20);
    }
}
