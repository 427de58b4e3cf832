// expect: held
// The same by an older call.
static int attack(void) { return syscall(SYS_vfork) >= 0; }
