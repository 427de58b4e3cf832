// expect: crash SIGSYS
// 137 would look like a kill from outside, which is nobody's fault.
static int attack(void) { _exit(137); }
