# expect: held
# Moving pages of other processes between the nodes of a machine.
def attack(config):
    return that_worked(
        (syscall, 279, config["referee"], 0, None, None, None, 0),  # move_pages
        (syscall, 256, config["referee"], 0, None, None),  # migrate_pages
        (syscall, 238, 0, None, 0),  # set_mempolicy
        (syscall, 237, 0, 0, 0, None, 0, 0),  # mbind
    )
