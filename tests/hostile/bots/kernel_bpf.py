# expect: crash SIGSYS
# Programs in the kernel.
def attack(config):
    return syscall(321, 0, None, 0) >= 0 and "bpf"
