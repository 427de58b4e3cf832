from arena.tournaments.format import FormatTerms
from arena.tournaments.formats.pod_rotation import PodRotation
from arena.tournaments.pairing.sizes import swiss_rounds
from engine.messages import gettext_noop as _


class PodSwiss(PodRotation):
    """Pods of equal points."""

    key = "pod_swiss"
    name = _("Swiss in pods")
    about = _("Pods of three or more entrants with equal points.")
    order = 70
    defaults = {"more_rounds": 1}
    ignores_results = False
    by_score = True

    def usual_rounds(self, terms: FormatTerms, entrants: int) -> int:
        return swiss_rounds(entrants, terms.more_rounds)


FORMAT = PodSwiss()
