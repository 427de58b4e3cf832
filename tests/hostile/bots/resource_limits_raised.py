# expect: held
# A limit that its bearer may raise is none.
import resource


def attack(config):
    for name in ("AS", "NOFILE", "NPROC", "CORE", "FSIZE"):
        what = getattr(resource, "RLIMIT_" + name)
        soft, hard = resource.getrlimit(what)
        try:
            resource.setrlimit(what, (hard + 1, hard + 1))
            return f"raised {name}"
        except (OSError, ValueError):
            pass
