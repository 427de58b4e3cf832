# expect: held
# A child in a user namespace of its own is root there.
def attack(config):
    child = syscall(56, 0x10000000 | 17, None, None, None, None)  # CLONE_NEWUSER | SIGCHLD
    if child == 0:
        os._exit(0)
    return "cloned"
