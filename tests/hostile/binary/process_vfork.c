// expect: held
static int attack(void) { return syscall(SYS_vfork) >= 0; }
