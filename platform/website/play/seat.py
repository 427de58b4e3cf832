"""A person's seat at a table: what may be seen from there, what is asked, what has happened."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.match.decision_log import DecisionLog, read
from arena.models import BotSeat, HumanGame
from engine.game import Decision, Game, Outcome
from engine.replay import replay
from website.cards.faces import reader
from website.matches.narration import Round, distinct, ending, told
from website.matches.positions import Row, described
from website.plain_text import visible
from website.play import words

FROM_SUPPLY = {"buy", "gain", "name"}
ZONES = ("hand", "set_aside", "in_play")


@dataclass(frozen=True)
class Option:
    """One thing that may be picked; `cost` where it is a card of the supply."""

    index: int
    label: str
    cost: int | None


@dataclass(frozen=True)
class Standing:
    """One seat of a game that is over."""

    name: str
    score: int
    rank: int
    is_person: bool


class Question:
    """The decision that waits for the person."""

    def __init__(self, decision: Decision, view: dict[str, Any]) -> None:
        self.decision, self.view = decision, view

    @property
    def prompt(self) -> str:
        return words.prompt(self.decision)

    @property
    def about(self) -> str:
        return words.about(self.decision)

    @property
    def amount(self) -> str:
        return words.amount(self.decision)

    @property
    def none(self) -> str:
        """The words for picking nothing; empty where that may not be."""
        return "" if self.decision.least else words.none(self.decision)

    @property
    def is_single(self) -> bool:
        """Is one option picked at most?"""
        return self.decision.most == 1

    @property
    def takes_all(self) -> bool:
        """Is it usual to pick everything?"""
        return self.decision.kind == "play_treasures"

    @property
    def order(self) -> str:
        """The numbers of the options as they stand, where all of them are to be ordered."""
        count = len(self.decision.options)
        return " ".join(str(n + 1) for n in range(count)) if self.decision.least == count else ""

    @property
    def options(self) -> list[Option]:
        decision, costs = self.decision, self.view.get("costs", {})
        return [
            Option(index, words.option(decision, value, self.view), self._cost(value, costs))
            for index, value in enumerate(decision.options)
        ]

    def _cost(self, value: Any, costs: dict[str, int]) -> int | None:
        return costs.get(value) if self._is_from_supply else None

    @property
    def _is_from_supply(self) -> bool:
        """Are the options piles? What a thief may gain lies in the trash, any number of it."""
        return self.decision.kind in FROM_SUPPLY and self.decision.most == 1

    def data(self) -> dict[str, Any]:
        """What the board in the browser makes clickable: the options and the zone they lie in."""
        decision = self.decision
        return {
            "kind": decision.kind,
            "options": decision.options,
            "zone": self._zone(),
            "least": decision.least,
            "most": decision.most,
            "ordered": decision.ordered,
        }

    def _zone(self) -> str | None:
        decision = self.decision
        if decision.kind in ("pick", "place"):
            return decision.kind
        if self._is_from_supply:
            return "supply"
        names = Counter(value for value in decision.options if isinstance(value, str))
        own = self.view["seats"][decision.seat]
        return next((zone for zone in ZONES if not names - Counter(own[zone])), None)


class Table:
    """One game as its person sees it. Raises BadRecord where the rules have changed since."""

    def __init__(self, game: HumanGame) -> None:
        self.game = game
        self.bots: list[BotSeat] = list(game.bot_seats.select_related("version__bot"))
        self._position: Game = game.restored(game.since)
        self._news = len(self._position.events(game.human_seat))
        for picks in game.choices[game.since :]:
            self._position.choose(picks)

    @cached_property
    def names(self) -> list[str]:
        """The players by seat."""
        by_seat = {one.seat: one.version.bot.name for one in self.bots}
        person = self.game.user.get_username()
        names = [by_seat.get(seat, person) for seat in range(self.game.seats_count)]
        return [visible(name) for name in distinct(names)]

    @cached_property
    def view(self) -> dict[str, Any]:
        """What may be seen from the person's seat; all of it once the game is finished."""
        over = self.game.status == HumanGame.Status.FINISHED
        return self._position.view(None if over else self.game.human_seat)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        return self._position.events(self.game.human_seat)

    @cached_property
    def question(self) -> Question | None:
        """What the person is asked now."""
        decision = self._position.decision
        if decision is None or self.game.status != HumanGame.Status.ASKING:
            return None
        return Question(decision, self.view)

    @property
    def thinkers(self) -> str:
        """The name of the bot that has to answer."""
        decision = self._position.decision
        return self.names[decision.seat] if decision else ""

    @property
    def news(self) -> list[Round]:
        """What has happened since the person's last answer, in words."""
        return told(self.game.game, self.events[self._news :], self.names)

    @property
    def story(self) -> list[Round]:
        """What had happened before, the latest first."""
        return told(self.game.game, self.events[: self._news], self.names)[::-1]

    @property
    def ending(self) -> str:
        """Why it ended."""
        return ending(self.game.game, self.game.reason)

    @property
    def fallen(self) -> list[tuple[str, BotSeat]]:
        """The bots that made a mistake, by name."""
        return [(self.names[one.seat], one) for one in self.bots if one.fallen_at is not None]

    @property
    def in_words(self) -> list[Row]:
        """The position without a drawing, line by line."""
        return described(self.game.game, self.view, self.names)

    @property
    def standings(self) -> list[Standing]:
        """Who came where; empty while the game goes on."""
        return sorted(self._standings(), key=lambda one: one.rank)

    def _standings(self) -> Iterator[Standing]:
        game = self.game
        for seat, (score, place) in enumerate(
            zip(game.scores or [], game.ranks or [], strict=True)
        ):
            yield Standing(self.names[seat], score, place, seat == game.human_seat)

    def data(self) -> str:
        """What the board in the browser draws, as JSON."""
        question = self.question
        shown = {
            "game": self.game.game,
            "position": self.view,
            "names": self.names,
            "config": self.game.config,
            "seat": self.game.human_seat,
            "scores": self.game.scores,
            "question": question.data() if question else None,
        }
        return json.dumps(shown, separators=(",", ":"))

    def film(self) -> dict[str, Any]:
        """The finished game for those who watch, with all questions, in the reader's language.

        Raises BadConfig for a game that cannot be shown.
        """
        game, minutes = self.game, DecisionLog()
        position = game.restored(upto=0)
        for picks in game.choices:
            if position.decision is not None:
                minutes.ask(position.logged, position.decision)
            position.choose(picks)
        outcome = Outcome(game.scores or [], game.ranks or [], game.reason)
        asked = read(minutes.rows(game.choices))
        return replay(
            game.record(),
            game.events,
            self.names,
            decisions=asked,
            outcome=outcome,
            language=reader(),
        )
