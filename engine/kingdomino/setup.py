"""From a configuration to a table ready to play (rules/kingdomino.de.txt, "Spielvorbereitung")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.game import UNKNOWN_OPTION, BadConfig, ConfigOption, JsonObject
from engine.kingdomino.state import State, Table
from engine.messages import gettext_noop as _

SEATS = (2, 3, 4)
DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL = (
    "dynasty", "harmony", "middle_kingdom", "mighty_duel",
)  # fmt: skip
VARIANTS = (DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL)
ROWS = {2: 4, 3: 3, 4: 4}
DOMINOES_A_SEAT = 12
GAMES_IN_A_DYNASTY = 3

CONFIG: Mapping[str, ConfigOption] = {
    "variants": ConfigOption(
        [],
        "any of: dynasty (three games, their points summed), harmony (5 points for a kingdom that"
        " is complete), middle_kingdom (10 points for a castle in the middle), mighty_duel (two"
        " seats, all 48 dominoes, kingdoms of 7 by 7)",
        VARIANTS,
    ),
    "must_place": ConfigOption(
        False, "whether a domino that fits has to be placed, as in the English rules", (True, False)
    ),
}


def deal(seats: int, seed: int, config: JsonObject, *, log: bool) -> State:
    """Return a new game up to its first question. BadConfig names what is wrong with the config."""
    state = State(table(seats, config), seed, [] if log else None)
    state.begin()
    return state


def table(seats: int, given: JsonObject | None) -> Table:
    """Check and resolve the configuration. Raises BadConfig."""
    config = given or {}
    if not isinstance(config, dict):
        raise BadConfig(_("config is an object of options, not %(given).80r"), given=given)
    unknown = sorted(set(config) - set(CONFIG))
    if unknown:
        known = ", ".join(CONFIG)
        raise BadConfig(UNKNOWN_OPTION, name=unknown[0], game="Kingdomino", known=known)
    must_place = config.get("must_place", False)
    if type(must_place) is not bool:
        raise BadConfig(_("must_place is true or false, not %(given)r"), given=must_place)
    return make_table(seats, _variants(seats, config.get("variants", ())), must_place)


def _variants(seats: int, given: object) -> frozenset[str]:
    known = ", ".join(VARIANTS)
    if not isinstance(given, list | tuple):
        words = _("variants is a list of any of %(known)s; not %(given)r")
        raise BadConfig(words, known=known, given=given)
    for name in given:
        if name not in VARIANTS:
            words = _("unknown variant %(name)r; the variants are: %(known)s")
            raise BadConfig(words, name=name, known=known)
        if given.count(name) > 1:
            raise BadConfig(_("the variant %(name)s is listed twice"), name=name)
    if MIGHTY_DUEL in given and seats != 2:
        words = _("the variant %(name)s is for 2 seats, not %(seats)d")
        raise BadConfig(words, name=MIGHTY_DUEL, seats=seats)
    return frozenset(given)


@lru_cache(maxsize=64)
def make_table(seats: int, variants: frozenset[str], must_place: bool) -> Table:
    """Return the table for these variants, which fit the number of seats."""
    duel = MIGHTY_DUEL in variants
    return Table(
        seats=seats,
        size=7 if duel else 5,
        row=ROWS[seats],
        dominoes=seats * DOMINOES_A_SEAT * (2 if duel else 1),
        dynasty_games=GAMES_IN_A_DYNASTY if DYNASTY in variants else 1,
        harmony=HARMONY in variants,
        middle_kingdom=MIDDLE_KINGDOM in variants,
        must_place=must_place,
    )


def config_of(table: Table) -> JsonObject:
    """Return the configuration that comes to this table."""
    chosen = (table.dynasty_games > 1, table.harmony, table.middle_kingdom, table.size > 5)
    variants = [name for name, on in zip(VARIANTS, chosen, strict=True) if on]
    return {"variants": variants, "must_place": table.must_place}
