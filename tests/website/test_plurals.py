"""No text says "1 games": what counts has a form for one, or stands apart from its number."""

import re

from tests.website.test_translations import in_code, in_templates, written

NOUNS = (
    "accounts|addresses|attempts|bots|bytes|cards|challenges|characters|checks|days|"
    "decisions|deals|digits|divisions|dominoes|entrants|entries|errors|events|failures|"
    "faults|fields|files|games|gauntlets|groups|hours|letters|levels|limits|lines|lists|"
    "matches|messages|minutes|moves|names|notifications|opponents|options|pairs|places|"
    "players|points|positions|questions|ranks|requests|results|rounds|rows|seasons|seats|"
    "seconds|signs|spots|steps|tables|times|tokens|tournaments|trials|turns|uploads|"
    "versions|webhooks|weeks|words|workers|years"
)
COUNTED = re.compile(rf"%\((\w+)\)[sd] (?:[a-z-]+ ){{0,2}}(?:{NOUNS})\b")
NEVER_ONE = {  # parameters with a number that is at least two, or no number
    "most": "a limit",
    "least": "a limit",
    "seats": "of a game",
    "allowed": "seats of a game",
    "entrants": "of a tournament",
    "entered": "more entrants than a limit",
    "size": "bots of a division",
    "amount": "to be picked, where one is said otherwise",
    "words": "a limit",
    "latest": "twenty",
    "budget": "200",
    "games": "as many as were measured",
    "kept": "thirty",
    "letters": "a limit",
    "groups": "of a tournament, two at least",
    "rounds": "more than entrants can play",
    "error": "has decimals",
    "advance": "of a group",
    "language": "a name",
    "old": "a version",
    "game": "a name",
    "name": "a name",
    "challenger": "a name",
    "number": "an ordinal",
}
NEVER_ONE_HERE = {
    "The zip contains %(count)d files; the limit is %(most)d.",
    "%(count)s files in the zip; %(most)s are allowed",
    "the sets %(sets)s have only %(count)d cards; a kingdom needs ten",
    "Faults in %(count)d of the last %(latest)d rated matches, most recently “%(verdict)s”:",
    "%(n)d groups",
    (
        "%(rounds)d Swiss rounds need more than %(entrants)d entrants: after %(possible)d rounds, "
        "everyone has played everyone. Plan fewer rounds."
    ),
    "index %(pick)s is out of range; there are %(count)s options",
    "no response within %(seconds)s seconds",
    "Its clock is %(seconds)s seconds ahead of the database's. Set it, for example with chrony.",
}


def test_what_counts_on_the_site_has_a_form_for_one() -> None:
    plural = {english for english, german in written().items() if german[1:]}
    asked = {*in_templates(), *in_code()} - plural - NEVER_ONE_HERE
    found = {
        english
        for english in asked
        for counted in COUNTED.finditer(english)
        if counted[1] not in NEVER_ONE
    }
    assert found == set(), "use ngettext, {% blocktranslate count %}, or “Games: %(n)d”"


def test_no_exception_is_forgotten() -> None:
    assert {*in_templates(), *in_code()} >= NEVER_ONE_HERE
