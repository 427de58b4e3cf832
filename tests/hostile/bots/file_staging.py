# expect: held
# The folders where the platform keeps bots, locks and roots.
def attack(config):
    above = os.path.dirname(os.path.dirname(config["source"]))
    return that_worked(
        *((os.listdir, path) for path in (above, "/var/cache/kingsbench", "/run/kingsbench")),
    )
