# expect: held
# Environments hold passwords of databases.
def attack(config):
    ours = {"PYTHONHASHSEED", "PYTHONPATH", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
    return sorted(set(os.environ) - ours - {"PWD", "LC_CTYPE"})
