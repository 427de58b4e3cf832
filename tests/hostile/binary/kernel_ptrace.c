// expect: crash SIGSYS
static int attack(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
