"""From a configuration to a table ready to play (rules/kingdomino.de.txt, "Spielvorbereitung")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.game import BadConfig, ConfigOption, JsonObject
from engine.kingdomino.state import State, Table

SEATS = (2, 3, 4)
DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL = (
    "dynasty", "harmony", "middle_kingdom", "mighty_duel",
)  # fmt: skip
VARIANTS = (DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL)
ROWS = {2: 4, 3: 3, 4: 4}
DOMINOES_A_SEAT = 12
LEGS_OF_A_DYNASTY = 3

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
    """A new game up to its first question. BadConfig names what is wrong with the config."""
    state = State(table(seats, config), seed, log=log)
    state.begin()
    return state


def table(seats: int, given: JsonObject | None) -> Table:
    """What the configuration comes to. BadConfig names what is wrong with it."""
    config = given or {}
    if not isinstance(config, dict):
        raise BadConfig(f"config is an object of options, not {given!r:.80}")
    unknown = sorted(set(config) - set(CONFIG))
    if unknown:
        raise BadConfig(f"unknown option {unknown[0]!r}; Kingdomino knows: {', '.join(CONFIG)}")
    must_place = config.get("must_place", False)
    if type(must_place) is not bool:
        raise BadConfig(f"must_place is true or false, not {must_place!r}")
    return make_table(seats, _variants(seats, config.get("variants", ())), must_place)


def _variants(seats: int, given: object) -> frozenset[str]:
    known = ", ".join(VARIANTS)
    if not isinstance(given, list | tuple):
        raise BadConfig(f"variants is a list of any of {known}; not {given!r}")
    for name in given:
        if name not in VARIANTS:
            raise BadConfig(f"unknown variant {name!r}; the variants are: {known}")
        if given.count(name) > 1:
            raise BadConfig(f"the variant {name} is named twice")
    if MIGHTY_DUEL in given and seats != 2:
        raise BadConfig(f"the variant {MIGHTY_DUEL} is for 2 seats, not {seats}")
    return frozenset(given)


@lru_cache(maxsize=64)
def make_table(seats: int, variants: frozenset[str], must_place: bool) -> Table:
    """The table for these variants, which fit the number of seats."""
    duel = MIGHTY_DUEL in variants
    return Table(
        seats=seats,
        size=7 if duel else 5,
        row=ROWS[seats],
        dominoes=seats * DOMINOES_A_SEAT * (2 if duel else 1),
        legs=LEGS_OF_A_DYNASTY if DYNASTY in variants else 1,
        harmony=HARMONY in variants,
        middle_kingdom=MIDDLE_KINGDOM in variants,
        must_place=must_place,
    )


def config_of(table: Table) -> JsonObject:
    """The configuration that comes to this table."""
    chosen = (table.legs > 1, table.harmony, table.middle_kingdom, table.size > 5)
    variants = [name for name, on in zip(VARIANTS, chosen, strict=True) if on]
    return {"variants": variants, "must_place": table.must_place}
