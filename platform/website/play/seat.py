"""A person's game as seen from their seat."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.matches.referee.decision_log import DecisionLog, read_rows
from arena.models import BotSeat, HumanGame
from engine.game import Game, Outcome
from engine.replay import replay
from website.games.contract import PositionRow, SiteGame
from website.games.question import DecisionText
from website.games.registry import site_game
from website.matches.narration import Round, distinct, ending, narrate_game
from website.matches.result import Place, game_result
from website.site.language import reader_language
from website.site.plain_text import minus, show_invisible


@dataclass(frozen=True)
class SeatResult:
    """One seat of a game that is over."""

    name: str
    score: int
    rank: int
    is_person: bool


class HumanGameView:
    """A person's game. Raises BadRecord for old rules."""

    def __init__(self, game: HumanGame) -> None:
        self.game = game
        self.bots: list[BotSeat] = list(game.bot_seats.select_related("version__bot"))
        self._position: Game = game.restored(game.last_human_choice)
        self._news = len(self._position.events(game.human_seat))
        for picks in game.choices[game.last_human_choice :]:
            self._position.choose(picks)

    @property
    def site_game(self) -> SiteGame:
        return site_game(self.game.game)

    @cached_property
    def names(self) -> list[str]:
        by_seat = {bot.seat: bot.version.bot.name for bot in self.bots}
        person = self.game.user.get_username()
        names = [by_seat.get(seat, person) for seat in range(self.game.seats_count)]
        return [show_invisible(name) for name in distinct(names)]

    @cached_property
    def view(self) -> dict[str, Any]:
        """The seat's view; all of it once finished."""
        over = self.game.status == HumanGame.Status.FINISHED
        return self._position.view(None if over else self.game.human_seat)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        return self._position.events(self.game.human_seat)

    @cached_property
    def question(self) -> DecisionText | None:
        decision = self._position.decision
        if decision is None or self.game.status != HumanGame.Status.ASKING:
            return None
        return DecisionText(self.site_game, decision, self.view, self.names)

    @property
    def awaited_bot(self) -> str:
        """The bot that has to answer."""
        decision = self._position.decision
        return self.names[decision.seat] if decision else ""

    @property
    def new_rounds(self) -> list[Round]:
        """Events since the last answer."""
        return narrate_game(self.game.game, self.events[self._news :], self.names)

    @property
    def earlier_rounds(self) -> list[Round]:
        """Earlier events, latest first."""
        return narrate_game(self.game.game, self.events[: self._news], self.names)[::-1]

    @property
    def ending(self) -> str:
        return ending(self.game.game, self.game.reason)

    @property
    def faulted_bots(self) -> list[tuple[str, BotSeat]]:
        """The faulted bots by name."""
        return [(self.names[bot.seat], bot) for bot in self.bots if bot.faulted_at is not None]

    @property
    def in_words(self) -> list[PositionRow]:
        unknown = [None] * len(self.names)
        return list(self.site_game.position_rows(self.view, self.names, unknown))

    @property
    def standings(self) -> list[SeatResult]:
        return sorted(self._standings(), key=lambda standing: standing.rank)

    @property
    def result(self) -> str:
        """Return who won, in words; nothing if the game has no result."""
        places = [
            Place(standing.name, standing.rank, minus(standing.score))
            for standing in self._standings()
        ]
        if not places:
            return ""
        tie_break = str(self.site_game.tie_break)
        return game_result(places, tie_break=tie_break, by_fault=bool(self.faulted_bots))

    def _standings(self) -> Iterator[SeatResult]:
        game = self.game
        for seat, (score, place) in enumerate(
            zip(game.scores or [], game.ranks or [], strict=True)
        ):
            yield SeatResult(self.names[seat], score, place, seat == game.human_seat)

    def data(self) -> str:
        """Return data for the board, as JSON."""
        question = self.question
        shown = {
            "position": self.view,
            "names": self.names,
            "config": self.game.config,
            "seat": self.game.human_seat,
            "scores": self.game.scores,
            "question": question.data() if question else None,
        }
        return json.dumps(shown, separators=(",", ":"))

    def replay(self) -> dict[str, Any]:
        """Return the finished game's replay. Raises BadConfig."""
        game, log = self.game, DecisionLog()
        position = game.restored(upto=0)
        for picks in game.choices:
            if position.decision is not None:
                log.ask(position.logged, position.decision)
            position.choose(picks)
        outcome = Outcome(game.scores or [], game.ranks or [], game.reason)
        asked = read_rows(log.rows(game.choices))
        return replay(
            game.record(),
            game.events,
            self.names,
            decisions=asked,
            outcome=outcome,
            faulted=[bot.seat for _name, bot in self.faulted_bots],
            language=reader_language(),
        )
