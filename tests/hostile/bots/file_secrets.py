# expect: held
# Settings and other processes' environments hold the platform's keys.
def attack(config):
    for path in [
        *config["secrets"],
        "/etc/passwd",
        "/etc/shadow",
        "/root",
        "/home",
        "/proc/self/environ",
        "/proc/1/cmdline",
        "/sys/kernel",
        "/var/lib",
        f"/proc/{config['referee']}/environ",
    ]:
        try:
            os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
            return f"read {path}"
        except OSError:
            pass
