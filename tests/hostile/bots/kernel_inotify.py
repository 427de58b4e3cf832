# expect: held
# Watching shared folders tells when other bots start.
def attack(config):
    return syscall(294, 0) >= 0 and "inotify"
