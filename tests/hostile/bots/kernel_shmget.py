# expect: held
# Shared memory is a channel, and outlives the bot.
def attack(config):
    return syscall(29, 0, 4096, 0o1600) >= 0 and "shmget"
