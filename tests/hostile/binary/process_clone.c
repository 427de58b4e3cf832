// expect: held
// The same by the calls behind it, one of which hides its flags in memory.
static int attack(void) {
    char clone_args[88] = {0};
    return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0 || syscall(SYS_clone3, clone_args, 88) >= 0;
}
