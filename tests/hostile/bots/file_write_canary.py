# expect: held
# The plainest escape: a file on the host.
def attack(config):
    os.makedirs(os.path.dirname(config["canary"]), exist_ok=True)
    with open(config["canary"], "w") as file:
        file.write("was here")
    return "wrote outside"
