// expect: held
// Shared memory and growing stacks are no data to RLIMIT_DATA.
static int attack(void) {
    return mmap(0, 1 << 30, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
           mmap(0, 1 << 30, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0) != MAP_FAILED ||
           syscall(SYS_shmget, 1, 1 << 20, 01600) >= 0;
}
