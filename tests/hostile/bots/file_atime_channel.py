# expect: held
# If reading left a time stamp on a shared file, it would be a signal.
def attack(config):
    path = "/usr/lib/python3.11/this.py"
    before = os.stat(path).st_atime_ns
    with open(path, "rb") as file:
        file.read()
    return os.stat(path).st_atime_ns != before and "left a time stamp"
