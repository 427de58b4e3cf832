// expect: crash exit code 7
static int attack(void) {
    fputs("I have had enough\n", stderr);
    exit(7);
}
