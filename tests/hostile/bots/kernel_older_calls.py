# expect: held
# Calls that nobody has used for twenty years have the oldest mistakes.
def attack(config):
    old = (
        134,
        136,
        139,
        156,
        174,
        177,
        178,
        180,
        181,
        182,
        183,
        184,
        185,
        205,
        211,
        212,
        214,
        215,
        216,
    )
    return that_worked(*((syscall, number, 0, 0, 0, 0, 0) for number in old))
