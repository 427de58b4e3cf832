# expect: held
# One writable folder is a disk to fill and a place to meet.
def attack(config):
    for folder in (
        "/",
        "/bot",
        "/dev",
        "/dev/shm",
        "/tmp",
        "/var/tmp",
        "/run",
        "/usr",
        "/usr/lib/python3.11",
        "/kingsbench",
        "/kingsbench/engine",
        "/kingsbench/sandbox/guest",
    ):
        for make in (
            lambda p: open(p, "w").close(),
            os.mkdir,
            os.mkfifo,
            lambda p: os.symlink("/", p),
            lambda p: os.link("/bot/bot.py", p),
        ):
            try:
                make(folder + "/evil")
                return f"wrote below {folder}"
            except OSError:
                pass
