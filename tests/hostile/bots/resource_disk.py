# expect: held
# A full disk stops the database.
def attack(config):
    import tempfile

    with tempfile.TemporaryFile() as file:
        file.write(b"x" * (1 << 26))
    return "filled a disk"
