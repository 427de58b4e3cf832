# expect: crash SIGSYS
# A file system over the bot's folder.
def attack(config):
    return syscall(165, b"none", b"/bot", b"tmpfs", 0, None) >= 0 and "mount"
