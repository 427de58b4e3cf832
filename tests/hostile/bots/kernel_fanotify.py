# expect: held
# Being told of every file that the machine opens.
def attack(config):
    return syscall(300, 0, 0) >= 0 and "fanotify"
