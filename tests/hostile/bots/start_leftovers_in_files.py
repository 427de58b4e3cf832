# expect: held
# A file that was not there when the root was made.
TREE = {"bot", "dev", "kingsbench", "lib", "lib64", "stage", "usr"}


def attack(config):
    odd = set(os.listdir("/")) - TREE
    return (
        odd or set(os.listdir("/dev")) - {"null", "urandom"} or set(os.listdir("/bot")) - {"bot.py"}
    )
