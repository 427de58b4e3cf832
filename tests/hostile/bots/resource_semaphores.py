# expect: held
# System V objects outlive their makers.
def attack(config):
    return that_worked(
        (syscall, 64, 0, 1000, 0o1600),  # semget
        (syscall, 68, 0, 0o1600),  # msgget
        (syscall, 29, 0, 1 << 20, 0o1600),  # shmget
        (syscall, 240, b"hoard", os.O_CREAT | os.O_RDWR, 0o600, None),  # mq_open
    )
