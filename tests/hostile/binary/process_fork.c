// expect: held
// A child process would have a clock and limits of its own.
static int attack(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
}
