# expect: held
# Changing the mode of the staged bot.
def attack(config):
    return syscall(90, b"/bot", 0o777) >= 0 and "chmod"
