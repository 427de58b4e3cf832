# expect: held
# One line of 64 KiB, without a place to break it.
def attack(config):
    os.write(1, b"W" * 60_000)
