# expect: held
# Other bots' sources are their authors' secret; a writable file is a mailbox.
def attack(config):
    seen = {os.path.join(folder, name) for folder, _, names in os.walk("/") for name in names}
    others = [path for path in seen if path.endswith("bot.py") and path != "/bot/bot.py"]
    writable = [
        path
        for path in seen
        if os.access(path, os.W_OK) and path not in ("/dev/null", "/dev/urandom")
    ]
    return (others or writable)[:3]
