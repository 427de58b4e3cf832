# expect: held
# Environments hold passwords of databases.
def attack(config):
    return sorted(set(os.environ) - {"PYTHONHASHSEED", "PYTHONPATH", "PWD", "LC_CTYPE"})
