// expect: crash SIGSYS
// A new user namespace brings capabilities over it.
static int attack(void) { return unshare(CLONE_NEWUSER) == 0; }
