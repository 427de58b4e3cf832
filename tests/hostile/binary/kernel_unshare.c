// expect: crash SIGSYS
static int attack(void) { return unshare(CLONE_NEWUSER) == 0; }
