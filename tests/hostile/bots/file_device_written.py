# expect: held
# Writing to the kernel's dice would be a way to talk to it.
def attack(config):
    return that_worked(
        (os.open, "/dev/urandom", os.O_WRONLY),
        (os.open, "/dev/urandom", os.O_RDWR),
        (os.truncate, "/dev/null", 0),
        (os.chmod, "/dev/null", 0o600),
    )
