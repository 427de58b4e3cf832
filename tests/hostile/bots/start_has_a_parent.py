# expect: held
# Who is process 1 has no parent to see, no siblings, no session of others.
def attack(config):
    facts = {
        "pid": os.getpid(),
        "parent": os.getppid(),
        "session": os.getsid(0),
        "group": os.getpgrp(),
    }
    wanted = {"pid": 1, "parent": 0, "session": 1, "group": 1}
    return facts != wanted and facts
