// expect: crash SIGSYS
// Its operations pass no filter.
static int attack(void) {
    char parameters[120] = {0};
    return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}
