# expect: held
# Databases refuse texts with a NUL.
def attack(config):
    os.write(1, b"a\0b\0" * 1000)
