# expect: held
# Out of the session, out of reach of whoever cleans up.
def attack(config):
    return that_worked(
        (os.setsid,),
        (os.setpgid, 0, 0),
        (os.setpgrp,),
        (os.tcsetpgrp, 0, 1),
    )
