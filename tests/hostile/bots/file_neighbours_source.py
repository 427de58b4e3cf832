# expect: held
# The opponent's source, by its very path on the host.
def attack(config):
    return open(config["source"]).read(20)
