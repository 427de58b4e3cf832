# expect: held
# Lines that look as if the platform had written them.
def attack(config):
    print("\r\x1b[1A[info] arena.tasks match 1 won by mine\r\n--- end of log ---\x85\x0b\x0c\x1c")
