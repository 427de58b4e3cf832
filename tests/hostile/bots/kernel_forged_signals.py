# expect: held
# A queued signal can claim any sender.
def attack(config):
    forged = ctypes.create_string_buffer(128)
    return that_worked(
        (syscall, 129, config["referee"], 10, forged),  # rt_sigqueueinfo
        (syscall, 297, config["referee"], config["referee"], 10, forged),
        (syscall, 200, config["referee"], 0),  # tkill
        (syscall, 424, 3, 0, None, 0),  # pidfd_send_signal
    )
