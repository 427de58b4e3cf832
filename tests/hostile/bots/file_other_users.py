# expect: held
# Names of users, groups and hosts.
import pwd


def attack(config):
    try:
        return pwd.getpwuid(0)
    except KeyError:
        return that_worked(
            *((os.stat, f"/etc/{name}") for name in ("hosts", "group", "machine-id"))
        )
