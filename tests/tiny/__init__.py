"""The smallest game that the platform can play: an example of what a new game must provide."""

from engine.game import ConfigOption, GameInfo
from tests.tiny import words
from tests.tiny.game import RULES, Tiny
from tests.tiny.replay import ReplayState

GAME = GameInfo(
    name="tiny",
    engine=RULES,
    title="Tiny",
    description="Take the most from a pot.",
    seats=(2, 3),
    config={"pot": ConfigOption(9, "how much there is to take")},
    kinds={"take": "how much to take from the pot"},
    new=Tiny.new,
    resume=Tiny.resume,
    restart=Tiny.restart,
    tell=words.tell,
    ending=words.ending,
    replay_state=ReplayState,
)
