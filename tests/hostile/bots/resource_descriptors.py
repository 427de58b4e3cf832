# expect: held
# The kernel's table of open files belongs to all.
def attack(config):
    held = []
    try:
        while len(held) < 500:
            held.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        print(len(held))
    return len(held) > 64 and f"{len(held)} descriptors"
