# expect: crash SIGSYS
def attack(config):
    os.chroot("/bot")
    return "changed root"
