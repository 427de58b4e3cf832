# expect: held
# A second process has a second life.
def attack(config):
    child = os.fork()
    if child == 0:
        open(config["canary"], "w").close()
        os._exit(0)
    os.waitpid(child, 0)
    return "forked"
