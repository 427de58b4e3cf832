# expect: crash SIGSYS
# With chroot and an open folder a process climbs out of a changed root.
def attack(config):
    os.chroot("/bot")
    return "changed root"
