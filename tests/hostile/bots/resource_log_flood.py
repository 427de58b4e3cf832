# expect: held
# Five megabytes for a log that keeps 64 KiB.
def attack(config):
    for _ in range(40):
        os.write(1, b"spam" * 16384)
        os.write(2, b"spam" * 16384)
