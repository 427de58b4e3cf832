// expect: crash SIGSEGV
static int attack(void) { return *(volatile int *)8; }
