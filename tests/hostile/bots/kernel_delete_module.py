# expect: crash SIGSYS
# Removing what protects the host.
def attack(config):
    return syscall(176, b"nonesuch", 0o4000) >= 0 and "delete_module"
