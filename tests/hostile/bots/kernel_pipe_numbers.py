# expect: held
# All pipes of a machine are numbered in one row: many of them are a message to the next game.
def attack(config):
    numbers = [os.fstat(end).st_ino for _ in range(3) for end in (os.pipe()[0],)]
    return len(set(numbers)) > 1 and f"numbers {numbers}"
