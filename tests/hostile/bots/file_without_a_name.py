# expect: held
# A file that is in no folder still takes space.
def attack(config):
    folders = ("/", "/bot", "/dev", "/dev/shm", "/tmp", "/usr", "/kingsbench")
    return that_worked(*((os.open, path, os.O_TMPFILE | os.O_RDWR, 0o600) for path in folders))
