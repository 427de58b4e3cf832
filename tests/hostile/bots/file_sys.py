# expect: held
# Hardware, modules and cgroups below /sys.
def attack(config):
    return that_worked(
        *(
            (os.listdir, f"/sys/{name}")
            for name in ("", "fs/cgroup", "kernel", "class", "firmware")
        ),
    )
