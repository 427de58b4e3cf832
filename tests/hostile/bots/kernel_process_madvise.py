# expect: crash SIGSYS
# Advice about another process's memory.
def attack(config):
    return syscall(440, 3, None, 0, 4, 0) >= 0 and "advised another process"
