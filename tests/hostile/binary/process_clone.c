// expect: held
static int attack(void) {
    char clone_args[88] = {0};
    return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0 || syscall(SYS_clone3, clone_args, 88) >= 0;
}
