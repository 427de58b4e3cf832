"""Learnt: judges kingdoms by a small net that games against itself have trained.

`python -m bench.train_kingdomino --write` plays those games and writes WEIGHTS.
"""

from base64 import b85decode
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom
from engine.kingdomino.state import State
from kit.sdk import Request

wants = ["state"]

INPUTS, HIDDEN = 46, 16
SIZE = INPUTS * HIDDEN + HIDDEN
STEP, POINTS = 32, 10  # weights are whole 32nds; the net counts in tens of points
BEAM = 4  # places that are thought through
WEIGHTS = (
    "2Lu@E4)zZO^Z(`g_x1_?V2q@<IUr|fu?&9-t|P_><s<hS0nqF90Q2V80Sgk<{0#m44D$o`0siy(^#%Xy0QCRc=KuzJ6aNk"
    "h(jT@2{QUH`Aop?j1_2cQ1P$f@0Pz6!{1FEc^#%tF_Wk-2xG+#bfnulAe~O0$Z>9$f2?qj|3>Po*m;L|l911e*843;o9S`"
    "jo2Ji>~;{DnK6%q9eP4s632Nnbl?hm~H4CwD3Hv$0f4H^IpEEVwr3IO&r9Sz*d@BtY6fkpZQ1?%?o)CD35x(et6zVglh@)"
    "!_d_!;6mwetu8?G#1@@&o|k@dXY2BLD&eE%0Lh^5^Bk@Au;y*bp!cz$n!K?8Nkf8}`y6#SsDx&Hu^(8T;K2JP0uhnfw|E%"
    "mDxd=lb#v_XYI~4+Z%C?&l5x_yr3G5EmEz=luEq2L`qT75xPGG64z(;Qj^*;zr*45(*j!|M&~L>K5Y)&=uPN0pst~ANULm"
    "78w*7$v_SO_72++Fb-caLINici5{;6_XO_?{P+py6a@YMGyN3-`RNHBK@igf>G=x&(igq~DhL7OXA2xH)BocG)Bnl<3Ed6"
    "p>iQMH_!R92<mmYW{?y*%T?Ed|CLIF}JmU`p{_W2SA`3fZ@%=pw^BLj+{1yrg`1<|k5(M@A*z7O->=@_u)dCr}%K#(#^$)"
    "}W2J8?6)ddb0;Q0It;V2IN_yYd_*5>!tB@Yb~0v81P?!woRe+uCGtqdq2+x*-F00Q?~;tUd2;Qk5+-x1>l6Yik*Kk+cZDg"
    "-U`BOeg|=Km_O_65*a`}z3+|Ht<H^acdde+}~y4ipdt0S4FrAH41Y+3V=*?-=wGx(84F0q{YAf$m4BKn{j6fq}#H3+e>?="
    "mq=<0sa93{1yHI9_PaR4-E6;2?qQT@AB#U+a@fO1OEa(69DY~9OLl;DIWCE)ao1f&;2Ui?DE0`=N{<aCllox)8XdkHy_~G"
)


def decide(request: Request) -> int:
    game: Any = request.imagine(0)
    net = np.frombuffer(b85decode(WEIGHTS), np.int8)
    values, _ = Judge(net, game.state).weigh(request.seat, game.decision.options)
    return int(np.argmax(values))


class Judge:
    """Foretell what kingdoms will be worth in the end; all claimed dominoes are laid first."""

    def __init__(self, net: Any, table: State) -> None:
        hidden, self.last = np.split(net / STEP, [INPUTS * HIDDEN])
        self.hidden, self.table = hidden.reshape(INPUTS, HIDDEN), table
        self.kings = [*table.row.items(), *table.next_row.items()]
        free = [number for number, king in self.kings if king is None]
        self.left = (len(table.bag) + len(free)) / table.table.seats

    def worth(self, kingdoms: Iterable[Kingdom]) -> Any:
        """Points now and to come; rounded, so that equals are equal."""
        rows = np.array([self.inputs(kingdom) for kingdom in kingdoms])
        to_come = np.tanh(rows @ self.hidden) @ self.last
        return np.round(POINTS * (rows[:, 0] + to_come), 6)

    def weigh(self, seat: int, options: Sequence[Any]) -> tuple[Any, list[Kingdom]]:
        """Return the value of each answer, and the own kingdom after it."""
        if self.table.domino is None:
            return self.picks(seat, options)
        kingdom, domino = self.table.kingdoms[seat], DOMINOES[self.table.domino]
        after = [kingdom.place(domino, where) if where else kingdom for where in options]
        beam = np.argsort(-self.worth(after), kind="stable")[:BEAM]
        others = [number for number in self.claimed(seat) if number != domino.number]
        for at in beam:
            after[at] = self.laid(after[at], others)
        values = np.full(len(after), -np.inf)
        values[beam] = self.worth([after[at] for at in beam])
        return values, after

    def picks(self, seat: int, options: Sequence[int]) -> tuple[Any, list[Kingdom]]:
        """Own points less those that the next rival can still get."""
        after = self.with_each(seat, options)
        values = self.worth(after)
        waiting = self.table.draft or self.table.row.values()
        rivals = [other for other in waiting if other not in (None, seat)]
        if rivals:
            theirs = self.worth(self.with_each(rivals[0] or 0, options))
            best = [np.delete(theirs, at).max() for at in range(len(options))]
            values = np.round(values - np.array(best) / (self.table.table.seats - 1), 6)
        return values, after

    def with_each(self, seat: int, numbers: Sequence[int]) -> list[Kingdom]:
        kingdom = self.laid(self.table.kingdoms[seat], self.claimed(seat))
        return [self.laid(kingdom, [number]) for number in numbers]

    def claimed(self, seat: int) -> list[int]:
        return [number for number, king in self.kings if king == seat]

    def laid(self, kingdom: Kingdom, numbers: Iterable[int]) -> Kingdom:
        """One by one in their best places."""
        for number in numbers:
            domino = DOMINOES[number]
            after = [kingdom.place(domino, where) for where in kingdom.places(domino)]
            if after:
                kingdom = after[int(np.argmax(self.worth(after)))]
        return kingdom

    def inputs(self, kingdom: Kingdom) -> list[float]:
        """Return the net's inputs: shape, then each terrain."""
        free, width, size = kingdom.free, kingdom.board.width, kingdom.board.size
        up, down, left, right = free << width, free >> width, free << 1, free >> 1
        some = free & (up | down | left | right)
        more = free & (up & down | left & right | (up | down) & (left | right))
        count, holes = free.bit_count(), (free & ~some).bit_count()
        centred = max(map(abs, kingdom.bounds)) <= size // 2
        rules = self.table.table
        found = [
            kingdom.points / POINTS, 1.0, self.left / 6, count / 20, holes / 2,
            (some & ~more).bit_count() / 4, (count - 2 * self.left) / 10, (size - 5) / 2,
            float(centred and rules.middle_kingdom), float(not holes and rules.harmony),
        ]  # fmt: skip
        for land, joins in zip(kingdom.land, kingdom.joins, strict=True):
            crowns = (land & kingdom.ones).bit_count() + 2 * (land & kingdom.twos).bit_count()
            area = crowned(kingdom, land)
            room = (beside(kingdom, area) & free).bit_count()
            found += [
                area.bit_count() / 5, (land & ~area).bit_count() / 4, crowns / 3,
                min(room, 5) / 4, crowns * min(room, 4) / 8, (joins & free).bit_count() / 8,
            ]  # fmt: skip
        return found


def crowned(kingdom: Kingdom, land: int) -> int:
    """Return the squares of areas with crowns."""
    area, grown = 0, land & (kingdom.ones | kingdom.twos)
    while area != grown:
        area, grown = grown, grown | beside(kingdom, grown) & land
    return area


def beside(kingdom: Kingdom, squares: int) -> int:
    width = kingdom.board.width
    return squares << 1 | squares >> 1 | squares << width | squares >> width
