# expect: crash SIGSYS
# What lies under a mount, once the mount is gone.
def attack(config):
    return syscall(166, b"/bot", 2) >= 0 and "umount"
