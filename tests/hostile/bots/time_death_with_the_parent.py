# expect: held
# PDEATHSIG kills by SIGKILL as soon as a parent goes.
def attack(config):
    return syscall(157, 1, 9, 0, 0, 0) == 0 and "will die with its parent"
