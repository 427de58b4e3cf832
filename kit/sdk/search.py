"""Search any game: imagined games are played to their end by a plan."""

from collections.abc import Callable, Iterable
from math import inf, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

from kit.sdk.answers import Answer
from kit.sdk.request import Request

if TYPE_CHECKING:
    from engine.game import Game

Plan = Callable[[Request], Answer]
P = TypeVar("P", bound=Plan)
FEW, MANY = 4, 16  # deals before an answer can be given up, and before it can be chosen
ERRORS = 1.5  # standard errors behind, or ahead
FOCUS = 3  # answers tried on a deal, once all had a few


class Lead:
    """Paired differences: their mean and its standard error."""

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def add(self, difference: float) -> None:
        self.count += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        if self.count < 2:
            return inf
        variance = max(0.0, self.squares / self.count - self.mean**2)
        return sqrt(variance / (self.count - 1))

    @property
    def is_certain(self) -> bool:
        return self.count >= MANY and self.mean > ERRORS * self.error

    @property
    def hope(self) -> float:
        # what it may be worth; below 0 it is given up
        return inf if self.count < FEW else self.mean + ERRORS * self.error


def play_out(game: "Game", plan: Plan) -> None:
    """All seats play by the plan."""
    while game.decision is not None:
        request = Request.from_game(game)
        game.choose(request.picks(plan(request)))


def lead(game: "Game", seat: int) -> float:
    """Points before the best other seat."""
    points = list(game.scores)
    return points.pop(seat) - max(points)


def single_answers(request: Request) -> list[list[int]]:
    """Return every option alone, and nothing where allowed."""
    asked = request.asked
    if asked.least > 1:
        return []
    nothing: list[list[int]] = [[]] if asked.least == 0 else []
    return [*nothing, *([pick] for pick in range(len(asked.options)))]


def search(
    request: Request,
    plan: Plan,
    answers: Iterable[list[int]],
    *,
    more: Callable[[int], bool],
    worth: "Callable[[Game, int], float]" = lead,
) -> list[int]:
    """The plan's answer, or one better by more than `ERRORS` standard errors.

    All are tried on the same deals, while `more(deals)`.
    """
    root, seat = request.imagine(0), request.seat
    planned = request.picks(plan(Request.from_game(root)))
    leads = {tuple(answer): Lead() for answer in answers if answer != planned}
    open_answers = list(leads)
    deals = 0

    def play(deal: "Game", answer: Iterable[int]) -> float:
        game = deal.copy()
        game.choose(tuple(answer))
        play_out(game, plan)
        return worth(game, seat)

    while open_answers and more(deals):
        deal = root.imagine(seat, deals)
        base = play(deal, planned)
        hopeful = sorted(open_answers, key=lambda answer: leads[answer].hope, reverse=True)
        for answer in open_answers if deals < FEW else hopeful[:FOCUS]:
            if not more(deals):
                break
            leads[answer].add(play(deal, answer) - base)
        deals += 1
        open_answers = [answer for answer in open_answers if leads[answer].hope > 0]
    certain = [answer for answer in leads if leads[answer].is_certain]
    return list(max(certain, key=lambda answer: leads[answer].mean, default=planned))


class Race(Generic[P]):
    """Plans on the same deals; whenever the deals have doubled, the worse half drops out.

    At the end at most `keep` are left, best first.
    """

    def __init__(self, plans: Iterable[P], keep: int = 1) -> None:
        self.plans, self.keep = list(plans), keep
        self.totals = [0.0] * len(self.plans)
        self.deals, self.goal = 0, MANY

    @property
    def is_open(self) -> bool:
        return len(self.plans) > self.keep

    @property
    def best(self) -> P:
        return self.plans[self.totals.index(max(self.totals))]

    def run(
        self,
        game: "Game",
        seat: int,
        others: Plan,
        *,
        more: Callable[[int], bool],
        worth: "Callable[[Game, int], float]" = lead,
    ) -> None:
        """Let one seat try the plans against the others', while `more(deals)`."""
        while self.is_open:
            deal = game.imagine(seat, self.deals)
            results = []
            for plan in self.plans:
                if not more(self.deals):
                    return
                table = deal.copy()
                play_out(table, seated(plan, seat, others))
                results.append(worth(table, seat))
            self.totals = [
                total + result for total, result in zip(self.totals, results, strict=True)
            ]
            self.deals += 1
            if self.deals == self.goal:
                self.goal *= 2
                order = sorted(range(len(self.plans)), key=self.totals.__getitem__, reverse=True)
                better = order[: (len(order) + 1) // 2]
                self.plans = [self.plans[number] for number in better]
                self.totals = [self.totals[number] for number in better]


def seated(plan: Plan, seat: int, others: Plan) -> Plan:
    """One seat's plan, and that of the others."""
    return lambda request: (plan if request.seat == seat else others)(request)
