# expect: held
# A handle on another process.
def attack(config):
    return os.pidfd_open(config["referee"])
