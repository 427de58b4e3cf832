"""The 48 dominoes of the box (rules/kingdomino-dominoes.csv, and the last page of the rules)."""

from collections import Counter

from engine.kingdomino.dominoes import DOMINOES, TERRAINS

SQUARES = {"wheat": 26, "forest": 22, "water": 18, "grassland": 14, "swamp": 10, "mine": 6}
# terrain, crowns -> how many squares
CROWNED = {
    ("wheat", 1): 5, ("forest", 1): 6, ("water", 1): 6, ("grassland", 1): 2, ("grassland", 2): 2,
    ("swamp", 1): 2, ("swamp", 2): 2, ("mine", 1): 1, ("mine", 2): 3, ("mine", 3): 1,
}  # fmt: skip


def halves() -> Counter[tuple[str, int]]:
    return Counter(
        (str(terrain), int(crowns))
        for domino in DOMINOES.values()
        for terrain, crowns in domino.halves
    )


def test_there_are_48_dominoes_numbered_from_1() -> None:
    assert list(DOMINOES) == list(range(1, 49))
    assert [domino.number for domino in DOMINOES.values()] == list(DOMINOES)


def test_squares_of_each_terrain() -> None:
    found: Counter[str] = Counter()
    for (terrain, _), count in halves().items():
        found[terrain] += count
    assert found == SQUARES
    assert list(SQUARES) == list(TERRAINS)


def test_squares_with_crowns_of_each_terrain() -> None:
    assert {half: count for half, count in halves().items() if half[1]} == CROWNED


def test_higher_numbers_have_more_crowns_or_rarer_lands() -> None:
    """Numbers 1 to 18 have no crown, all the others have some, on one half only."""
    for number, domino in DOMINOES.items():
        crowns = sorted((domino.left_crowns, domino.right_crowns))
        assert crowns[0] == 0
        assert (crowns[1] > 0) == (number > 18)
        assert domino.twins == (number <= 12)
    assert DOMINOES[48].halves == [["wheat", 0], ["mine", 3]]
    assert DOMINOES[19].halves == [["wheat", 1], ["forest", 0]]
