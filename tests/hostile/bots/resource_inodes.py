# expect: held
# Empty files take no space, and all the inodes.
def attack(config):
    made = 0
    for folder in ("/", "/tmp", "/dev", "/dev/shm", "/bot", "/run", "/var/tmp"):
        for number in range(1000):
            try:
                os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
                made += 1
            except OSError:
                break
    return made
