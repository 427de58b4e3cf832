"""Templates that recognise stored English messages; add each new one of sandbox and referee."""

from engine.messages import gettext_noop as _

PROBLEMS = (  # in `Match.error`
    _("The worker was lost."),
    _("The worker stopped."),
    _("Cannot be played: %(rest)s"),
    _("The database was unreachable: %(rest)s"),
)
UPLOADS = (  # in `Version.failure`, of unfit uploads
    _("takes too much time or memory to unpack and compile"),
    _(
        "the upload has no bot.py; put it at the top level of the zip (a bot in another language "
        "needs a kingsbench.toml there)"
    ),
    _("kingsbench.toml is larger than %(most)s KiB; two lines are enough"),
    _("kingsbench.toml is not UTF-8 text; save it as UTF-8"),
    _("kingsbench.toml is not valid TOML: %(rest)s"),
    _("kingsbench.toml: language must be one of python, node, binary, but it is missing"),
    _("kingsbench.toml: language must be one of python, node, binary, not %(rest)s"),
    _("kingsbench.toml: unknown key %(rest)s; the keys are language and command"),
    _("kingsbench.toml: remove command; for a Python bot, decide(request) in bot.py is called"),
    _("kingsbench.toml: command must be a list of words in quotes; write command = %(rest)s"),
    _("kingsbench.toml: command can have up to %(words)s words of up to %(letters)s letters"),
    _(
        "kingsbench.toml: the words of command must be printable ASCII and not empty; write "
        "command = %(rest)s"
    ),
    _("kingsbench.toml: the command of a Node.js bot is node and a file; write command = %(rest)s"),
    _("kingsbench.toml: command is empty; write command = %(rest)s"),
    _(
        "kingsbench.toml: %(word)s is an option where the bot's file is expected; write command = "
        "%(rest)s"
    ),
    _("kingsbench.toml: the upload has no file %(word)s; write command = %(rest)s"),
    _("kingsbench.toml: command names %(rest)s, which is not in the upload"),
    _(
        "%(file)s is not an ELF program; compile it for Linux on %(machine)s, and link it "
        "statically (cc -static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
    _("%(file)s was compiled for another machine; compile it for Linux on %(machine)s"),
    _(
        "%(file)s is an object file or a library, not a program; link it statically (cc -static; "
        "for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
    _(
        "%(file)s is damaged; compile it again, and link it statically (cc -static; for Go "
        "CGO_ENABLED=0; for Rust a musl target)"
    ),
    _(
        "%(file)s needs shared libraries, which the jail does not have; link it statically (cc "
        "-static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
)
FAULTS = (  # in `Fault.message`, unless the bot's exception
    _("used %(cpu)s s of CPU to start; the limit is %(limit)s s (start_cpu)"),
    _("used %(cpu)s s of CPU for one decision; the limit is %(limit)s s (decision_cpu)"),
    _(
        "used %(cpu)s s of CPU for a decision; %(limit)s s were left on the game's clock "
        "(game_cpu %(game)s s, plus %(increment)s s for each answer)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn, to start; the limit is %(limit)s s "
        "(start_cpu)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn, for one decision; the limit is "
        "%(limit)s s (decision_cpu)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn, for a decision; %(limit)s s were "
        "left on the game's clock (game_cpu %(game)s s, plus %(increment)s s for each answer)"
    ),
    _(
        "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; a start of "
        "up to %(limit)s s of CPU may take %(guard)s s"
    ),
    _(
        "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; a decision "
        "of up to %(limit)s s of CPU may take %(guard)s s"
    ),
    _(
        "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; earlier "
        "answers took %(waited)s s, and a game may take %(budget)s s"
    ),
    _("used more than %(most)s MiB of memory"),
    _("%(rest)s: the limit is %(most)s MiB"),
    _("sent a message without being asked"),
    _("sent a line of more than %(most)s bytes"),
    _("closed its channel without an answer"),
    _("ended with exit code %(code)s instead of an answer"),
    _("was stopped because of a forbidden system call"),
    _("was ended by signal %(name)s"),
    _("the answer has the id %(id)s, but the question was decision %(asked)s"),
    _("expected %(due)s, but the line has the type %(kind)s"),
    _("not a valid message: %(rest)s"),
    _("pick %(amount)s of the options, not %(count)s"),
    _("pick %(least)s to %(most)s of the options, not %(count)s"),
    _("a pick is the index of an option, not %(rest)s"),
    _("there is no option %(pick)s: the indices are 0 to %(last)s"),
    _("an option is picked twice in %(rest)s"),
    _("index %(pick)s is out of range; there are %(count)s options"),
    _("the same index twice: %(rest)s"),
    _("%(count)s picks instead of %(amount)s"),
    _("%(count)s picks instead of %(least)s to %(most)s"),
    _("%(rest)s is not an answer; return an index, an option, or a list of them"),
    _("bot.py has no function decide(request); write one that returns an index or an option"),
)
TOLD_TO_OWNERS = (*FAULTS, *UPLOADS)
