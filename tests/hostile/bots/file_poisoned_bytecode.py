# expect: held
# Bytecode left in a cache runs in the next bot's interpreter.
import py_compile


def attack(config):
    sys.dont_write_bytecode = False
    for source in (
        "/bot/bot.py",
        "/kingsbench/sandbox/guest/loop.py",
        "/usr/lib/python3.11/random.py",
    ):
        try:
            py_compile.compile(source, doraise=True)
            return f"wrote bytecode for {source}"
        except (OSError, PermissionError):
            pass
