"""Print what a platform answers, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from kit.play.report import plain, print_json
from kit.terminal import quantity

Row = dict[str, Any]
NUMBERS = frozenset(
    {
        "#",
        "Match",
        "Number",
        "Rating",
        "±",
        "Ranks",
        "Matches",
        "Points",
        "Deals",
        "Version",
        "Count",
        "Faults",
        "Decisions",
        "Mean",
        "95 %",
        "Max",
        "Of clock",
        "Calls",
        "Own CPU",
        "With calls",
    }
)
MINUTES = 16  # letters of a time up to its minutes
ONLY_DEFAULTS = (
    "It gave the default answer to every question of its check games. Is this the right game?"
)
ENTRY_STATES = {
    "playing": "it plays there",
    "checking": "it is still being checked. Ask again later",
    "failed": "it failed the check and does not play there",
    "waiting": "it waits for its check",
    "stopped": "it is not playing",
    "left": "it has left; its results stay",
}


def answer(data: Any, *, as_json: bool, show: Any) -> None:
    """Print the answer as JSON, or pass it to `show`."""
    if as_json:
        print_json(data)
    else:
        show(data)


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], nothing: str) -> None:
    console = Console()
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in titles:
        shown.add_column(title, justify="right" if title in NUMBERS else "left", overflow="fold")
    for row in rows:
        shown.add_row(*("" if cell is None else plain(cell) for cell in row))
    console.print(shown if shown.row_count else nothing)


def say(text: str) -> None:
    Console(soft_wrap=True, highlight=False).print(plain(text, lines=True))


def print_bots(bots: list[Row]) -> None:
    rows = []
    for bot in bots:
        # A bot of which no version has passed its check plays nowhere, whatever its state.
        is_new = bot["version"] is None and bot["state"] != "withdrawn"
        state = "no version has passed" if is_new else bot["state"]
        ladders = ", ".join(
            f"{standing['ladder']['slug']} {standing['rating']:.1f}"
            for standing in bot.get("standings", ())
            if standing["is_active"]
        )
        rows.append((bot["name"], bot["slug"], bot["owner"], bot["version"], state, ladders))
    table(("Name", "Slug", "Owner", "Version", "State", "Ladders"), rows, "No bots.")


def print_ladders(ladders: list[Row]) -> None:
    titles = ("Slug", "Name", "Game", "Seats", "State")
    rows = ([ladder[title.lower()] for title in titles] for ladder in ladders)
    table(titles, rows, "No ladders.")


def print_leaderboard(lines: list[Row]) -> None:
    rows = (
        (
            line["place"],
            line["bot"]["name"],
            line["bot"]["owner"],
            line["version"],
            f"{line['rating']:.1f}{'?' * line['provisional']}",
            f"{(line['high'] - line['low']) / 2:.1f}",
            "-".join(map(str, line["rank_range"] or ())),
            line["matches"],
        )
        for line in lines
    )
    titles = ("#", "Bot", "Owner", "Version", "Rating", "±", "Ranks", "Matches")
    table(titles, rows, "No bots on it yet.")


def print_matches(matches: list[Row]) -> None:
    rows = (
        (
            match["id"],
            _minute(match["finished_at"] or match["created_at"]),
            match["purpose"],
            (match["ladder"] or {}).get("slug"),
            match["status"],
            _result(match["seats"]),
        )
        for match in matches
    )
    table(("Match", "Time (UTC)", "Purpose", "Ladder", "Status", "Result"), rows, "No matches.")


def _minute(time: str) -> str:
    return time[:MINUTES].replace("T", " ")


def _result(seats: list[Row]) -> str:
    """List the bots, best first, with their points where there are some."""
    parts = []
    for seat in sorted(seats, key=lambda seat: seat["rank"] or 0):
        part = _bot_name(seat)
        if seat["points"] is not None:
            part += f" {seat['points']:g}"
            part += f" ({quantity(seat['faults'], 'fault')})" if seat["faults"] else ""
        parts.append(part)
    return ", ".join(parts)


def _bot_name(seat: Row) -> str:
    return f"{seat['bot']['name']} v{seat['version']}"


def print_match(match: Row) -> None:
    ladder = (match["ladder"] or {}).get("name", "no ladder")
    say(f"Match {match['id']} ({match['purpose']}, {ladder}): {match['status']}")
    rows = []
    for seat in match["seats"]:
        change = seat["change"]
        rating = change and f"{change['rating_before']:.1f} to {change['rating_after']:.1f}"
        rows.append((_bot_name(seat), seat["points"], rating, seat["faults"], seat["decisions"]))
    table(("Bot", "Points", "Rating", "Faults", "Decisions"), rows, "No bots.")
    for game in match["games"]:
        lines = ", ".join(f"{line['bot']} {line['score']}" for line in game["lines"])
        say(f"Game {game['number']}: {lines} ({game['reason']})")
        for fault in game["faults"]:
            say(f"    {fault['bot']}: {fault['verdict']}: {fault['message']}")
            if fault["secret"] and fault["secret"]["traceback"]:
                say(fault["secret"]["traceback"].rstrip())


def print_challenges(challenges: list[Row]) -> None:
    rows = (
        (
            challenge["id"],
            _minute(challenge["created_at"]),
            challenge["challenger"],
            challenge["bot"]["slug"],
            challenge["opponent"]["slug"],
            challenge["ladder"]["slug"],
            challenge["matches"],
            challenge["state"],
        )
        for challenge in challenges
    )
    titles = ("Number", "Time (UTC)", "From", "Bot", "Opponent", "Ladder", "Matches", "State")
    table(titles, rows, "No challenges.")


def print_challenge(challenge: Row) -> None:
    bot, opponent = challenge["bot"]["name"], challenge["opponent"]["name"]
    result = challenge["result"]
    matches = quantity(challenge["matches"], "match")
    head = f"Challenge {challenge['id']}: {bot} against {opponent}, {matches}"
    say(f"{head} on {challenge['ladder']['name']}: {challenge['state']}")
    if challenge["state"] != "accepted":
        return
    if any(side["most"] for side in result["sides"]):
        rows = ((side["bot"], points_of(side)) for side in result["sides"])
        table(("Bot", "Points"), rows, "")
        say(f"Lead: {shares(result['lead'])}.")
    say(f"To be played: {result['waiting']}.")


def points_of(side: Row) -> str:
    return f"{side['points']:g} of {side['most']:g}"


def shares(lead: Row) -> str:
    """Write a lead in percentage points with its interval; unknown before the first match."""
    if lead["mean"] is None:
        return "unknown"
    mean, low, high = (f"{100 * value:+.1f} %" if value is not None else "?" for value in
                       (lead["mean"], lead["low"], lead["high"]))  # fmt: skip
    return f"{mean} (95 %: {low} to {high})"


TRIAL_WORDS = {
    "better": "The new version is better.",
    "not better": "The new version is not better.",
    "open": "Undecided so far.",
}


def print_trial(trial: Row) -> None:
    share = "" if trial["share"] is None else f", {trial['share']:.1%} of the points"
    played, waiting = trial["played"], trial["waiting"]
    matches = quantity(played, "match")
    say(f"Against version {trial['against']}: {matches}{share}. To be played: {waiting}.")
    counts = " ".join(map(str, trial["counts"]))
    say(f"By points (0, ½, 1, 1½, 2): {counts}. Likelihood ratio (log): {trial['llr']:+.2f}.")
    say(f"{TRIAL_WORDS[trial['verdict']]} Better with probability {trial['los']:.1%}.")
    if trial["contradicts"]:
        say("But it does worse than the playing version against the house bots.")
    print_gauntlet(trial["gauntlet"])


def print_gauntlet(gauntlet: Row) -> None:
    lines = [(line["opponent"]["name"], line) for line in gauntlet["opponents"]]
    lines += [("All", gauntlet["all"])] if gauntlet["all"] else []
    if not lines:
        return
    rows = (
        (name, line["deals"], f"{line['new']:.1%}", f"{line['old']:.1%}",
         shares({"mean": line["difference"], "low": line["low"], "high": line["high"]}))
        for name, line in lines
    )  # fmt: skip
    table(("Opponent", "Deals", "New", "Old", "Difference"), rows, "")
    say(f"To be played: {gauntlet['waiting']}.")


def print_entry(entry: dict[str, Any]) -> None:
    """Print where a bot stands on a ladder."""
    console = Console(soft_wrap=True)
    named = f"{entry['bot']['name']} on {entry['ladder']['name']}"
    console.print(plain(f"{named}: {ENTRY_STATES.get(entry['state'], entry['state'])}."))
    if entry["only_defaults"]:
        console.print(plain(ONLY_DEFAULTS))
    failure = entry["failure"] or {}
    parts = [failure.get(name) for name in ("verdict", "message", "traceback", "log")]
    if entry["state"] == "failed" and any(parts):
        console.print(plain("\n".join(str(part) for part in parts if part), lines=True))


def print_upload(version: dict[str, Any], site: str, *, activates: bool = True) -> None:
    """Print how its check ended, with the address of its page where there is more to see."""
    console = Console(soft_wrap=True)
    page = f"{site}/bots/{version['bot']}/versions/{version['number']}/"
    named, failure = f"{version['bot']} v{version['number']}", version["own"]["failure"]
    if version["state"] == "accepted":
        then = "is playing" if activates else "waits to be activated; the one before plays on"
        console.print(plain(f"{named} passed its check and {then}."))
        if version["own"].get("only_defaults"):
            console.print(plain(ONLY_DEFAULTS))
        for check in version["own"].get("ladders", []):
            if check["state"] != "passed":
                console.print(plain(f"Its check for {check['ladder']['name']}: {check['state']}."))
    elif version["state"] == "checking":
        waits = version["own"].get("waits_for_worker")
        output = "is waiting for a worker; none is running" if waits else "is still being checked"
        console.print(plain(f"{named} {output}. Look later: {page}"))
    else:
        failure = failure or {}
        console.print(plain(f"{named} has failed its check: {failure.get('verdict', 'rejected')}."))
        parts = [failure.get("message"), failure.get("traceback"), failure.get("log")]
        console.print(plain("\n".join(str(part) for part in parts if part), lines=True))
        console.print(plain(f"Its page, with the game and the decision: {page}"))
