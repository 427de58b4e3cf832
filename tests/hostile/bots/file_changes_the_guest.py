# expect: held
# A changed guest would run the next bot.
def attack(config):
    guest = "/kingsbench/sandbox/guest/loop.py"
    return that_worked(
        (os.rename, guest, guest + ".old"),
        (os.replace, "/bot/bot.py", guest),
        (os.unlink, guest),
        (os.rmdir, "/kingsbench"),
        (os.truncate, guest, 0),
        (os.chmod, guest, 0o777),
        (os.chown, guest, os.getuid(), os.getgid()),
        (os.utime, guest, (0, 0)),
        (os.open, guest, os.O_WRONLY | os.O_APPEND),
    )
