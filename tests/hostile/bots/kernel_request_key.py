# expect: crash SIGSYS
# A missing key makes the kernel start a program on the host.
def attack(config):
    return syscall(249, b"user", b"hostile", None, 0) >= 0 and "request_key"
