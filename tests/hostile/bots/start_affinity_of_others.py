# expect: held
# The neighbour, moved to a crowded core.
def attack(config):
    return that_worked(
        *(
            attempt
            for number in {2, config["referee"], config["neighbour"]} - {os.getpid()}
            for attempt in ((os.sched_setaffinity, number, [0]), (os.sched_getaffinity, number))
        ),
        (os.sched_getscheduler, config["neighbour"]),
    )
