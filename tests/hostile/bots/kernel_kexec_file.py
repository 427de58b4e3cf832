# expect: crash SIGSYS
# Another kernel, out of a file.
def attack(config):
    return syscall(320, 0, -1, 0, b"", 0) >= 0 and "kexec_file"
