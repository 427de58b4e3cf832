# expect: crash SIGSYS
# Swap files of one's own.
def attack(config):
    return syscall(167, b"/bot/bot.py", 0) >= 0 and "swapon"
