# expect: memory
def attack(config):
    hoard = []
    while True:
        hoard.append(b"x" * (16 << 20))
