# expect: held
# Up and up, from the root and from an open folder.
def attack(config):
    folder = os.open("/dev", os.O_DIRECTORY | os.O_PATH)
    up = "../" * 30
    return that_worked(
        (os.stat, f"/{up}etc/passwd"),
        (os.stat, f"/dev/{up}home"),
        (lambda: os.open(up + "etc", os.O_RDONLY, dir_fd=folder),),
        (os.stat, up + config["source"]),
    )
