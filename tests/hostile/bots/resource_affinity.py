# expect: held
# Alone on a core: all others have to share the rest.
def attack(config):
    return that_worked((os.sched_setaffinity, 0, [0]), (os.sched_setaffinity, 0, range(64)))
