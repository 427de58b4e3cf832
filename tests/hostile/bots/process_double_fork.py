# expect: held
# A daemon that outlives its game.
def attack(config):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            import time

            open(config["canary"], "w").close()
            time.sleep(30)
        os._exit(0)
    return "forked twice"
