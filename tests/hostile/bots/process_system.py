# expect: held
# The C library's own shell.
def attack(config):
    return os.system(f"touch {config['canary']}") == 0 and "ran a shell"
