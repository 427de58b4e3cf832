# expect: held
# A link out of the tree, followed by whoever reads it.
def attack(config):
    return that_worked(
        *(
            (os.symlink, "/etc/passwd", folder + "/link")
            for folder in ("/bot", "/dev", "/tmp", "/")
        ),
    )
