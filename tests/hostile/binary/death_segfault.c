// expect: crash SIGSEGV
// The owner is told the signal.
static int attack(void) { return *(volatile int *)8; }
