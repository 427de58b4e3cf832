# expect: held
# Packages of the host would show its settings, and widen what can be reached.
import importlib


def found(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise OSError(name) from None


def attack(config):
    sys.path += ["/usr/lib/python3/dist-packages", "/usr/local/lib/python3.11/dist-packages", "."]
    return that_worked(
        *((found, name) for name in ("django", "arena", "website", "ssl", "sqlite3"))
    )
