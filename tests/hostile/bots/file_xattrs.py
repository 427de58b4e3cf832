# expect: held
# An attribute on a shared file is a letter to the next bot.
def attack(config):
    return that_worked(
        *(
            attempt
            for path in ("/", "/usr/bin/python3.11", "/bot/bot.py", "/dev/null")
            for attempt in (
                (os.setxattr, path, "user.letter", b"hello"),
                (os.getxattr, path, "user.letter"),
                (os.listxattr, path),
                (os.removexattr, path, "user.letter"),
            )
        )
    )
