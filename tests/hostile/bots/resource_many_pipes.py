# expect: held
# Each pipe holds 64 KiB of the kernel's memory.
def attack(config):
    made = 0
    try:
        while made < 500:
            _, write = os.pipe()
            os.set_blocking(write, False)
            made += 1
            os.write(write, b"x" * (1 << 16))
    except OSError:
        print(made, "pipes")
    return made > 32 and f"{made} pipes"
