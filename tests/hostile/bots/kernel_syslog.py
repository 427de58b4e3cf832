# expect: crash SIGSYS
# The kernel's log tells addresses and names of the host.
def attack(config):
    return syscall(103, 10, None, 0) > 0 and "read the size of the kernel's log"
