"""Fill a platform with a long history: a million matches within minutes.

    manage.py migrate && manage.py shell -c "from bench.million import fill; print(fill().seconds)"

It needs PostgreSQL and a superuser. Data is spread as by play: owners with no, one or several bots,
three versions a bot, opponents near in rating, wins and draws, faults, voids, checks, challenges,
tournaments, corrections. The bots have no files, so no match can be played.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction

from arena.models import (
    Action,
    Bot,
    Entrant,
    Entry,
    Fault,
    Game,
    HeadToHead,
    Ladder,
    LadderCheck,
    LadderStatistic,
    Match,
    Pairing,
    PairingSeat,
    RatingChange,
    Round,
    Seat,
    StatisticsProgress,
    TallyProgress,
    Tournament,
    Version,
    VersionRating,
)
from engine import catalogue
from website.accounts.models import User

MATCHES, BOTS = 1_000_000, 10_000
LEAST_BOTS = 100
DAYS = 60  # of play
VERSIONS = 3  # per bot, each for a third of the time
ENDS = {f"points_{int(10 * p):02}": f"sum((points = {p})::int)" for p in (0, 0.5, 1, 1.5, 2)}
KINGDOM_CARDS = 100  # of statistics
ENTRANTS, ROUNDS, PAIRINGS = 16, 8, 8  # per tournament of 64 matches
EVERY_TOURNAMENT, EVERY_VOID, EVERY_FAULT = 40, 200, 100  # one per this many matches
SAMPLES: dict[str, dict[str, Any]] = {
    "dominion": {"kingdom": "First Game", "turn_limit": 3},
    "kingdomino": {},
}  # short games, copied for all


def _statistics(ladder: Ladder) -> Iterator[LadderStatistic]:
    """Yield counters as of random kingdoms of so many cards, and openings."""
    cards = [f"Card {number}" for number in range(KINGDOM_CARDS)]
    sums = {"games": 1000, "seats": 900, "points": 450.0, "amount": 2000}
    for given in ("", *cards):
        yield LadderStatistic(ladder=ladder, given=given, dimension="total", **sums)
        for card in cards:
            yield LadderStatistic(ladder=ladder, given=given, dimension="card", key=card, **sums)
    for one, other in permutations(cards[:55], 2):
        row = {"dimension": "opening", "key": json.dumps([one, other])}
        for given in ("", one, other):
            yield LadderStatistic(ladder=ladder, given=given, **row, **sums)


@dataclass(frozen=True)
class Filled:
    """The filled database: ladders (the big one first), counts, first ids, seconds."""

    ladders: list[Ladder]
    matches: int
    bots: int
    first_match: int
    first_bot: int
    seconds: float


def fill(*, matches: int = MATCHES, bots: int = BOTS) -> Filled:
    if bots < LEAST_BOTS:
        raise ValueError(f"at least {LEAST_BOTS} bots, please")
    began = time.monotonic()
    with transaction.atomic(), _without_foreign_keys():
        filling = SampleData(matches, bots)
        filling.people()
        filling.entries()
        filling.draw()
        filling.tournaments()
        filling.matches()
        filling.ratings()
    with connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_sql(no_style(), TABLES):
            cursor.execute(command)
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")  # else it is written out during measurements
    os.sync()  # the same for a server with fsync=off
    for ladder in filling.ladders:
        ladder.entries.choose_places(ladder)
    seconds = time.monotonic() - began
    return Filled(filling.ladders, matches, bots, filling.match + 1, filling.bot + 1, seconds)


@contextmanager
def _without_foreign_keys() -> Iterator[None]:
    """Skip foreign key checks: the ids are right."""
    run("SET LOCAL session_replication_role = replica")
    yield
    run("SET LOCAL session_replication_role = DEFAULT")


def run(command: str, parameters: list[Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(command, parameters)


def last(model: type[models.Model]) -> int:
    """Return the highest id; existing rows stay."""
    found = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return int(found or 0)


def insert(model: type[models.Model], source: str, /, **columns: str) -> None:
    """Insert rows from a FROM clause; columns left out get the field's default."""
    names, values, parameters = [], [], []
    for field in model._meta.concrete_fields:
        if field.generated or (field.primary_key and field.attname not in columns):
            continue
        names.append(connection.ops.quote_name(field.column or field.attname))
        if field.attname in columns:
            values.append(columns[field.attname])
        elif getattr(field, "auto_now_add", False):
            values.append("now()")
        else:
            values.append(f"%s::{field.db_type(connection)}")
            parameters.append(field.get_db_prep_save(field.get_default(), connection))
    table = connection.ops.quote_name(model._meta.db_table)
    run(f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} {source}", parameters)


class SampleData:
    """One fill. Ids continue the existing ones: bot n is `bot + n`, its last version `version +
    VERSIONS * n`, match m `match + m`, its seats and games the next two."""

    def __init__(self, matches: int, bots: int) -> None:
        self.bots, self.owners = bots, bots // 2
        self.total = -(-matches * EVERY_VOID // (EVERY_VOID - 1))
        self.user, self.bot, self.version = last(User), last(Bot), last(Version)
        self.match, self.seat, self.game = last(Match), last(Seat), last(Game)
        self.cup, self.entrant = last(Tournament), last(Entrant)
        self.round, self.pairing = last(Round), last(Pairing)
        self.ladders = [
            Ladder.objects.create(
                name=f"Much {game} after {self.match}",
                slug=f"much-{game}-{self.match}",
                game=game,
                config=config,
            )
            for game, config in SAMPLES.items()
        ]
        run("SELECT setseed(0.5)")

    def people(self) -> None:
        """Insert owners with no to six bots, and three versions per bot."""
        insert(
            User,
            f"FROM generate_series(1, {self.owners}) n",
            id=f"{self.user} + n",
            username=f"'owner-' || ({self.user} + n)",
            name_key=f"translate('owner' || ({self.user} + n), '01', 'ol')",
            password="'!'",
        )
        share = f"power((n - 1) / {self.bots}::float, 1 / 3.0)"
        insert(
            Bot,
            f"FROM generate_series(1, {self.bots}) n",
            id=f"{self.bot} + n",
            owner_id=f"{self.user} + 1 + floor({self.owners} * {share})",
            name=f"'Bot ' || ({self.bot} + n)",
            name_key=f"translate('bot' || ({self.bot} + n), '01', 'ol')",
            slug=f"'bot-' || ({self.bot} + n)",
            is_house="n <= 8",
            state="CASE mod(n, 50) WHEN 0 THEN 'benched' WHEN 1 THEN 'withdrawn' ELSE 'active' END",
            current_id=f"{self.version} + {VERSIONS} * n",
        )
        insert(
            Version,
            f"FROM generate_series(1, {self.bots}) n, generate_series(1, {VERSIONS}) number",
            id=f"{self.version} + {VERSIONS} * (n - 1) + number",
            bot_id=f"{self.bot} + n",
            number="number",
            source=f"'bots/' || ({self.bot} + n) || '/' || number || '.py'",
            filename="'bot.py'",
            sha256=f"encode(sha256(({self.bot} + n || '.' || number)::bytea), 'hex')",
            size="2000",
            state="'accepted'",
            checked_at="now()",
        )

    def entries(self) -> None:
        """Enter every fifth bot in Kingdomino, the others in Dominion; `field` has all by rank."""
        big, small = self.ladders
        normal = "sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())"
        insert(
            Entry,
            f"FROM arena_bot b WHERE b.id > {self.bot} ORDER BY random()",
            ladder_id=f"CASE mod(b.id - {self.bot}, 5) WHEN 0 THEN {small.pk} ELSE {big.pk} END",
            bot_id="b.id",
            mu=f"25 + 6 * {normal}",
            sigma="0.8 + 0.4 * random()",
            is_playing="b.state = 'active'",
            virtual_finish="1 + 500 * random()",
            waiting_since="now()",
        )
        insert(
            LadderCheck,
            f"FROM arena_bot b JOIN arena_entry e ON e.bot_id = b.id WHERE b.id > {self.bot}",
            version_id="b.current_id",
            ladder_id="e.ladder_id",
            state="'passed'",
            ordered_at="now()",
        )
        run(
            "CREATE TEMP TABLE field ON COMMIT DROP AS SELECT id AS entry, bot_id AS bot,"
            " ladder_id AS ladder, count(*) OVER (PARTITION BY ladder_id)::int AS size,"
            " row_number() OVER (PARTITION BY ladder_id ORDER BY mu)::int - 1 AS place"
            f" FROM arena_entry WHERE ladder_id IN ({big.pk}, {small.pk})"
        )
        run("ANALYZE field")

    def draw(self) -> None:
        """Make the temporary table `draw`: pairs, time, purpose, points of the first.

        Opponents are some twenty ranks apart, sometimes many more.
        """
        big, small = self.ladders
        run(f"""
            CREATE TEMP TABLE draw ON COMMIT DROP AS
            SELECT m, d.ladder, purpose, status, d.points, at, a.entry, a.bot,
                b.entry AS other_entry, b.bot AS other_bot,
                CASE WHEN purpose = 'ladder' AND status = 'finished' THEN
                    count(*) FILTER (WHERE purpose = 'ladder' AND status = 'finished')
                    OVER (PARTITION BY d.ladder ORDER BY m) END AS serial
            FROM (SELECT r.*, floor(u * size)::int AS place,
                mod(floor(u * size)::int + 1 + mod(step, size - 1), size) AS other_place
                FROM (SELECT m, random() AS u, 1 + floor(-20 * ln(1 - random()))::int AS step,
                    floor(5 * random()) / 2 AS points,
                    now() - interval '{DAYS} days' * (1 - m / {self.total}::float) AS at,
                    CASE mod(m, 5) WHEN 0 THEN {small.pk} ELSE {big.pk} END AS ladder,
                    CASE mod(m, {EVERY_VOID}) WHEN 7 THEN 'void' ELSE 'finished' END AS status,
                    CASE mod(m, {EVERY_TOURNAMENT}) WHEN 1 THEN 'tournament'
                        WHEN 2 THEN 'challenge' WHEN 3 THEN 'check' ELSE 'ladder' END AS purpose
                    FROM generate_series(1, {self.total}) m) r
                JOIN (SELECT DISTINCT ladder, size FROM field) s USING (ladder)) d
            JOIN field a ON a.ladder = d.ladder AND a.place = d.place
            JOIN field b ON b.ladder = d.ladder AND b.place = d.other_place
        """)
        run("ANALYZE draw")

    def tournaments(self) -> None:
        """Insert finished tournaments of 64 matches; the last one's results are hidden."""
        pairings = (self.total - 1) // EVERY_TOURNAMENT + 1
        rounds = (pairings - 1) // PAIRINGS + 1
        cups = (rounds - 1) // ROUNDS + 1
        at = f"now() - interval '{DAYS} days' * (1 - n / {cups}::float)"
        insert(
            Tournament,
            f"FROM generate_series(1, {cups}) n",
            id=f"{self.cup} + n",
            name=f"'Cup ' || ({self.cup} + n)",
            slug=f"'cup-' || ({self.cup} + n)",
            game="'dominion'",
            config=f"'{json.dumps(SAMPLES['dominion'])}'",
            organiser_id=f"{self.user} + 1",
            ladder_id=str(self.ladders[0].pk),
            format="'swiss'",
            state="'finished'",
            seed="n",
            rules=f"'{catalogue.info('dominion').engine}'",
            reveal_minutes=f"CASE n WHEN {cups} THEN 100000 ELSE 0 END",
            **dict.fromkeys(("entry_deadline", "starts_at", "started_at", "finished_at"), at),
        )
        insert(
            Entrant,
            f"FROM generate_series(1, {cups}) n, generate_series(1, {ENTRANTS}) number",
            id=f"{self.entrant} + {ENTRANTS} * (n - 1) + number",
            tournament_id=f"{self.cup} + n",
            bot_id=f"{self.bot} + 1 + mod(37 * n + 13 * number, {self.bots})",
            number="number",
            place="number",
        )
        insert(
            Round,
            f"FROM generate_series(1, {rounds}) n",
            id=f"{self.round} + n",
            tournament_id=f"{self.cup} + 1 + (n - 1) / {ROUNDS}",
            number=f"1 + mod(n - 1, {ROUNDS})",
            started_at="now()",
            finished_at="now()",
            reveal_at="now() + interval '9 days'",
        )
        self._pairings(pairings)

    def _pairings(self, count: int) -> None:
        insert(
            Pairing,
            f"FROM generate_series(1, {count}) n",
            id=f"{self.pairing} + n",
            round_id=f"{self.round} + 1 + (n - 1) / {PAIRINGS}",
            number=f"1 + mod(n - 1, {PAIRINGS})",
            state="'decided'",
            decided_at="now()",
        )
        cup = f"((n - 1) / {PAIRINGS * ROUNDS})"
        opponent = f"{PAIRINGS} + 1 + mod(n + (n - 1) / {PAIRINGS}, {PAIRINGS})"
        number = f"CASE position WHEN 0 THEN 1 + mod(n - 1, {PAIRINGS}) ELSE {opponent} END"
        insert(
            PairingSeat,
            f"FROM generate_series(1, {count}) n, generate_series(0, 1) position",
            pairing_id=f"{self.pairing} + n",
            position="position",
            entrant_id=f"{self.entrant} + {ENTRANTS} * {cup} + {number}",
            points="2 - 2 * position",
            score="30",
            rank="1 + position",
        )

    def matches(self) -> None:
        """Insert matches with seats, games and faults."""
        run("CREATE TEMP TABLE sample (ladder int, game text, config jsonb, events bytea,"
            " record jsonb, reason text) ON COMMIT DROP")  # fmt: skip
        for ladder in self.ladders:
            run("INSERT INTO sample VALUES (%s, %s, %s, %s, %s, %s)", _sample(ladder))
        is_cup = "purpose = 'tournament'"
        insert(
            Match,
            "FROM draw JOIN sample USING (ladder) ORDER BY m",
            id=f"{self.match} + m",
            ladder_id=f"CASE WHEN NOT {is_cup} THEN ladder END",
            pairing_id=f"CASE WHEN {is_cup} THEN {self.pairing} + 1 + m / {EVERY_TOURNAMENT} END",
            ordered_by_id=f"CASE purpose WHEN 'challenge' THEN {self.user} + 1 END",
            seed="m",
            stamp="""'{"level": "rootless"}'""",
            tries="CASE status WHEN 'void' THEN 3 ELSE 0 END",
            **{name: name for name in ("purpose", "status", "game", "config", "serial")},
            **dict.fromkeys(("seats_count", "games_planned"), "2"),
            **dict.fromkeys(("created_at", "started_at", "finished_at"), "at"),
        )
        finished = "CASE status WHEN 'finished' THEN {} END"
        insert(
            Seat,
            "FROM draw, generate_series(0, 1) position ORDER BY m, position",
            id=f"{self.seat} + 2 * m - 1 + position",
            match_id=f"{self.match} + m",
            position="position",
            version_id=f"{self.version} + {VERSIONS} * (CASE position WHEN 0 THEN bot"
            f" ELSE other_bot END - {self.bot} - 1) + 1 + {VERSIONS} * (m - 1) / {self.total}",
            points=finished.format("CASE position WHEN 0 THEN points ELSE 2 - points END"),
            rank=finished.format(
                "1 + (CASE position WHEN 0 THEN points < 1 ELSE points > 1 END)::int"
            ),
            cpu="0.1 + 0.2 * random()",
            decisions="60",
            faults=f"(position = 0 AND mod(m, {EVERY_FAULT}) = 4)::int",
        )
        self._games()

    def _games(self) -> None:
        pair = "'[%s, %s]'"
        insert(
            Game,
            "FROM draw JOIN sample USING (ladder), generate_series(0, 1) number"
            " WHERE status = 'finished' ORDER BY m, number",
            id=f"{self.game} + 2 * m - 1 + number",
            match_id=f"{self.match} + m",
            number="number",
            packed_events="events",
            record="record",
            reason="reason",
            seating=f"CASE number WHEN 0 THEN {pair % (0, 1)} ELSE {pair % (1, 0)} END::jsonb",
            scores=pair % (21, 18),
            ranks=pair % (1, 2),
            cpu=pair % (0.1, 0.2),
            decisions=pair % (30, 30),
        )
        insert(
            Fault,
            f"FROM draw WHERE status = 'finished' AND mod(m, {EVERY_FAULT}) = 4 ORDER BY m",
            game_id=f"{self.game} + 2 * m - 1",
            seat_id=f"{self.seat} + 2 * m - 1",
            verdict="'timeout'",
            message="'\"It used 2.01 s of 2 s for one decision.\"'::jsonb",
            number="7",
            cpu="2.01",
        )

    def ratings(self) -> None:
        """Insert what rated matches did to entries, pairs and ladders."""
        sides = (
            "(SELECT m, ladder, serial, at, 0 AS position, entry, other_entry, points FROM draw"
            " UNION ALL SELECT m, ladder, serial, at, 1, other_entry, entry, 2 - points FROM draw)"
            " side WHERE serial IS NOT NULL"
        )
        run(f"CREATE TEMP TABLE rated ON COMMIT DROP AS SELECT * FROM {sides} ORDER BY m")
        insert(
            RatingChange,
            "FROM rated JOIN arena_entry e ON e.id = entry ORDER BY m",
            entry_id="entry",
            seat_id=f"{self.seat} + 2 * m - 1 + position",
            serial="serial",
            played_at="at",
            mu_before="mu - 0.1 * (points - 1)",
            mu_after="mu",
            sigma_before="sigma",
            sigma_after="sigma",
        )
        insert(
            HeadToHead,
            "FROM rated GROUP BY entry, other_entry",
            entry_id="entry",
            opponent_id="other_entry",
            played="count(*)",
            wins="sum((points > 1)::int)",
            draws="sum((points = 1)::int)",
            losses="sum((points < 1)::int)",
            points="sum(points / 2)",
            last_serial="max(serial)",
            **ENDS,
        )
        run(f"""
            UPDATE arena_entry SET matches = n, wins = won, draws = drawn,
                losses = n - won - drawn, version_matches = of_version, rated_at = latest,
                waiting_since = latest, last_played_at = latest
            FROM (SELECT entry, count(*) AS n, sum((points > 1)::int) AS won,
                sum((points = 1)::int) AS drawn, max(at) AS latest,
                sum((3 * (m - 1) / {self.total} = 2)::int) AS of_version
                FROM rated GROUP BY entry) played WHERE entry = arena_entry.id
        """)
        self._told()

    def _told(self) -> None:
        for ladder in self.ladders:
            rated = Match.objects.filter(ladder=ladder).rated()
            ladder.recorded = rated.count()
            ladder.next_fit = ladder.recorded + 1
            ladder.rated_at = rated.latest("serial").finished_at
            ladder.save()
            TallyProgress.objects.create(ladder=ladder, last_serial=ladder.recorded)
            StatisticsProgress.objects.create(ladder=ladder, last_serial=ladder.recorded)
            LadderStatistic.objects.bulk_create(_statistics(ladder))
        insert(
            VersionRating,
            "FROM field JOIN arena_entry e ON e.id = entry "
            "JOIN arena_ladder l ON l.id = e.ladder_id JOIN arena_bot b ON b.id = e.bot_id",
            entry_id="entry",
            version_id="b.current_id",
            mu="mu",
            sigma="sigma",
            matches="matches",
            wins="wins",
            draws="draws",
            losses="losses",
            first_serial="1",
            last_serial="l.recorded",
        )
        insert(
            Action,
            f"FROM generate_series(1, {self.total} / 100) n",
            actor_id=f"{self.user} + 1",
            verb="CASE mod(n, 3) WHEN 0 THEN 'void_match' WHEN 1 THEN 'bench_bot'"
            " ELSE 'edit_ladder' END",
            target=f"'match ' || ({self.match} + n)",
        )


def _sample(ladder: Ladder) -> list[Any]:
    game = catalogue.new(ladder.game, seats=2, seed=7, config=ladder.config)
    while (decision := game.decision) is not None:
        game.choose(decision.default)
    events, record = Game.pack(game.events(None)), json.dumps(game.record())
    config = json.dumps(ladder.config)
    reason = game.outcome.reason if game.outcome else ""
    return [ladder.pk, ladder.game, config, events, record, reason]


TABLES: list[type[models.Model]] = [
    Action, Bot, Entrant, Entry, Fault, Game, HeadToHead, Ladder, Match, Pairing, PairingSeat,
    RatingChange, Round, Seat, Tournament, User, Version, VersionRating,
]  # fmt: skip
