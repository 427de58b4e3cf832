# expect: held
# A second name keeps a file when its first is swept away.
def attack(config):
    return that_worked(
        *((os.link, "/bot/bot.py", folder + "/kept") for folder in ("/bot", "/usr/bin", "/dev")),
        (syscall, 265, -100, b"/dev/null", -100, b"/dev/mine", 0),
    )
