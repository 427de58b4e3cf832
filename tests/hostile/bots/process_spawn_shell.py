# expect: held
# The plainest program there is.
def attack(config):
    import subprocess

    return subprocess.run(
        ["/bin/sh", "-c", f"touch {config['canary']}; echo hi"], capture_output=True
    ).stdout
