# expect: held
# What else a bot may open must have no number of its own, which the neighbour could see grow.
import select


def attack(config):
    numbers = {os.fstat(os.eventfd(0)).st_ino for _ in range(4)}
    polls = {os.fstat(select.epoll().fileno()).st_ino for _ in range(4)}
    return len(numbers | polls) > 2 and f"numbers {numbers} {polls}"
