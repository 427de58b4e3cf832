# expect: crash SIGSYS
# Page faults that wait for a user made many a kernel exploit work.
def attack(config):
    return syscall(323, 0) >= 0 and "userfaultfd"
