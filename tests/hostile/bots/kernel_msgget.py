# expect: held
# A message queue is a channel, and kernel memory that outlives the bot.
def attack(config):
    return syscall(68, 0, 0o1600) >= 0 and "msgget"
