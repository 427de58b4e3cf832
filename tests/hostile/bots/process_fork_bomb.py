# expect: held
# Children that have children, faster than anybody can kill them.
def attack(config):
    for _ in range(200):
        try:
            os.fork()
            print("ESCAPED: forked")
        except OSError:
            pass
