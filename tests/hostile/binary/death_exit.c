// expect: crash exit code 7
// The owner is told the exit code and the last words.
static int attack(void) {
    fputs("I have had enough\n", stderr);
    exit(7);
}
