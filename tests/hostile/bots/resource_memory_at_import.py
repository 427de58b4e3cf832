# expect: memory
# Before the first question nobody has asked for anything.
hoard = []
while True:
    try:
        hoard.append(bytearray(b"x" * (4 << 20)))
    except MemoryError:
        pass
