# expect: held
# A filter that knows names alone would let pass what has none yet.
KILLED = {428, 429, 430, 431, 432, 433, 438, 440, 442}
HARMLESS = {435, 436, 439}  # clone3, close_range, faccessat2


def answer(number):
    try:
        return syscall(number, 0, 0, 0, 0, 0, 0)
    except OSError as refused:
        return "refused" if refused.errno in (1, 38) else refused


def attack(config):
    numbers = set(range(434, 620)) - KILLED - HARMLESS
    return {n: told for n in numbers if (told := answer(n)) != "refused"}
