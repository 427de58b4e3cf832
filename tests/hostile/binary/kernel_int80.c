// expect: crash SIGSYS
// The 32-bit calls have other numbers than those that the filter knows.
static int attack(void) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return result > 0;
#else
    return syscall(SYS_bpf, 0, 0, 0) >= 0;
#endif
}
