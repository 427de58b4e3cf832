// expect: crash SIGSYS
static int attack(void) { _exit(137); }
