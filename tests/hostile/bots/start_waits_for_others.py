# expect: held
# Waiting for children tells about the bots before.
def attack(config):
    return that_worked(
        (os.waitpid, -1, os.WNOHANG),
        (os.waitid, os.P_ALL, 0, os.WEXITED | os.WNOHANG),
        (os.wait3, os.WNOHANG),
    )
