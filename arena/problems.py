"""Our own sentences among what is stored of troubles and faults, to be said in any language.

What is stored is English and stays so; these are the words by which pages know it again. Whoever
writes a new message in the sandbox or the referee gives it a line here: else it is shown as it is.
"""

from engine.sentences import gettext_noop as _

TROUBLES = (  # what stands in `Match.error`, where it is a sentence of ours
    _("The worker was lost."),
    _("The worker stopped."),
    _("It cannot be played: %(rest)s"),
    _("The database was away: %(rest)s"),
)
UPLOADS = (  # what stands in `Version.failure`, where the jail found the upload unfit
    _("takes too much time or memory to unpack and compile"),
    _(
        "there is no bot.py in the upload; put it at the top of the zip (a bot in another language "
        "has a kingsbench.toml there)"
    ),
    _("kingsbench.toml is larger than %(most)s KiB; two lines are enough"),
    _("kingsbench.toml is not UTF-8 text; save it as UTF-8"),
    _("kingsbench.toml is no valid TOML: %(rest)s"),
    _("kingsbench.toml: language must be one of python, node, binary, but it is missing"),
    _("kingsbench.toml: language must be one of python, node, binary, not %(rest)s"),
    _("kingsbench.toml: there is no key %(rest)s; it has language and command"),
    _("kingsbench.toml: leave command out: of a Python bot, decide(request) in bot.py is called"),
    _("kingsbench.toml: command must be a list of words in quotes; write command = %(rest)s"),
    _("kingsbench.toml: command has at most %(words)s words of at most %(letters)s letters"),
    _(
        "kingsbench.toml: the words of command are printable ASCII, and none is empty; "
        "write command = %(rest)s"
    ),
    _("kingsbench.toml: the command of a Node.js bot is node and a file; write command = %(rest)s"),
    _("kingsbench.toml: command is empty; write command = %(rest)s"),
    _(
        "kingsbench.toml: %(word)s is an option, and there must be the bot's file; "
        "write command = %(rest)s"
    ),
    _("kingsbench.toml: %(word)s is not a file of the upload; write command = %(rest)s"),
    _("kingsbench.toml: the command names %(rest)s, which is not in the upload"),
    _(
        "%(file)s is no ELF program; compile it for Linux on %(machine)s, and link it statically "
        "(cc -static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
    _("%(file)s was compiled for another machine; compile it for Linux on %(machine)s"),
    _(
        "%(file)s is no program but an object or a library; link it statically (cc -static; for Go "
        "CGO_ENABLED=0; for Rust a musl target)"
    ),
    _(
        "%(file)s is damaged; compile it again, and link it statically (cc -static; for Go "
        "CGO_ENABLED=0; for Rust a musl target)"
    ),
    _(
        "%(file)s needs shared libraries, and there are none in the jail; link it statically "
        "(cc -static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
)
FAULTS = (  # what stands in `Fault.message`, where it is no exception of the bot's own
    _("used %(cpu)s s of CPU to start, where %(limit)s s are allowed (start_cpu)"),
    _("used %(cpu)s s of CPU for one decision, where %(limit)s s are allowed (decision_cpu)"),
    _(
        "used %(cpu)s s of CPU for a decision, where %(limit)s s were left on the game's clock "
        "(game_cpu %(game)s s, and %(increment)s s for each answer)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn to start, where %(limit)s s are "
        "allowed (start_cpu)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn for one decision, where %(limit)s s "
        "are allowed (decision_cpu)"
    ),
    _(
        "used %(cpu)s s of CPU, %(idle)s s of it out of turn for a decision, where %(limit)s s "
        "were left on the game's clock (game_cpu %(game)s s, and %(increment)s s for each answer)"
    ),
    _(
        "gave no answer in %(wall)s s, of which it computed for %(cpu)s s: it slept or waited; "
        "its start of at most %(limit)s s of CPU is waited for %(guard)s s"
    ),
    _(
        "gave no answer in %(wall)s s, of which it computed for %(cpu)s s: it slept or waited; "
        "a decision of at most %(limit)s s of CPU is waited for %(guard)s s"
    ),
    _(
        "gave no answer in %(wall)s s, of which it computed for %(cpu)s s: it slept or waited; "
        "the answers before took %(waited)s s, and a game waits %(budget)s s"
    ),
    _("used more than %(most)s MiB of memory"),
    _("%(rest)s: it may use %(most)s MiB"),
    _("wrote something that nobody had asked for"),
    _("wrote a line of more than %(most)s bytes"),
    _("closed its channel without an answer"),
    _("ended with exit code %(code)s instead of an answer"),
    _("was stopped for a forbidden system call"),
    _("was ended by signal %(name)s"),
    _("the answer has the id %(id)s, but decision %(asked)s was asked"),
    _("expected %(due)s, but the line has the type %(kind)s"),
    _("not a valid message: %(rest)s"),
    _("pick %(amount)s of the options, not %(count)s"),
    _("pick %(least)s to %(most)s of the options, not %(count)s"),
    _("a pick is an index into the options, not %(rest)s"),
    _("there is no option %(pick)s: the indices are 0 to %(last)s"),
    _("an option is picked twice in %(rest)s"),
    _("index %(pick)s is out of range; there are %(count)s options"),
    _("the same index twice: %(rest)s"),
    _("%(count)s picks where %(amount)s are asked"),
    _("%(count)s picks where %(least)s to %(most)s are asked"),
    _("%(rest)s is no answer; return an index, an option, or a list of them"),
    _("bot.py has no function decide(request); write one that returns an index or an option"),
)
TOLD_TO_OWNERS = (*FAULTS, *UPLOADS)
