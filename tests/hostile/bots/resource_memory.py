# expect: memory
# A hoard that grows and grows.
def attack(config):
    hoard = []
    while True:
        hoard.append(b"x" * (16 << 20))
