# expect: held
# Forked bots must not share the dice of their parent.
def attack(config):
    import random

    random.seed(123)
    expected = random.random()
    return os.urandom(8) == os.urandom(8) or expected != 0.052363598850944326
