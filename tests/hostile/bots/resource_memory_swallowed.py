# expect: memory
# Catching MemoryError and going on up to the last page.
def attack(config):
    hoard = []
    while True:
        try:
            while True:
                hoard.append(bytearray(8 << 20))
        except MemoryError:
            for part in hoard:
                part[::4096] = b"x" * len(part[::4096])
