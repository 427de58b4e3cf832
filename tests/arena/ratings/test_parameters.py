"""The rating parameters of a ladder."""

import math

import pytest

from arena.ratings.parameters import FIXED_NOISE, Fixed, Parameters


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, math.nan, math.inf])
def test_an_impossible_share_of_ties_is_refused_or_left_out(share: float) -> None:
    fixed = Fixed(draw_probability=share, game_noise=1.5)
    with pytest.raises(ValueError, match="draw probability"):
        Parameters().fixed_by(fixed)
    assert fixed.possible() == Fixed(game_noise=1.5)


@pytest.mark.parametrize("noise", [0.0, FIXED_NOISE[1] + 1, math.nan])
def test_an_impossible_noise_is_refused_or_left_out(noise: float) -> None:
    fixed = Fixed(draw_probability=0.25, game_noise=noise)
    with pytest.raises(ValueError, match="noise"):
        Parameters().fixed_by(fixed)
    assert Parameters().fixed_by(fixed.possible()).draw_probability == pytest.approx(0.25)
