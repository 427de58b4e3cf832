# expect: held
# System V objects of the bot before.
def attack(config):
    return that_worked(
        *((syscall, number, key, 0, 0) for number in (29, 64, 68) for key in (0x4B42, 1, 2)),
        (syscall, 187, 0, 0, 0),
        (syscall, 31, 0, 13, None),  # shmctl SHM_STAT
        (syscall, 71, 0, 11, None),  # msgctl MSG_STAT
    )
