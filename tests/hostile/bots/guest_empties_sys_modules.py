# expect: held|error crash
# Without modules nothing can be imported, not even to report it.
def attack(config):
    for name in list(sys.modules):
        if name not in ("sys", "builtins"):
            del sys.modules[name]
