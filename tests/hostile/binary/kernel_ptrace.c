// expect: crash SIGSYS
// Tracing reads and writes other processes.
static int attack(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
