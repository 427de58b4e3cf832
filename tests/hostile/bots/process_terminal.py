# expect: held
# A child with a terminal of its own.
def attack(config):
    child, _ = os.forkpty()
    if child == 0:
        os._exit(0)
    return "forked with a terminal"
