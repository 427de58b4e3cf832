"""The games as learning environments: PettingZoo, Gymnasium and OpenSpiel.

Importing it makes `Kingsbench/Dominion-v1` and `Kingsbench/Kingdomino-v1` known to Gymnasium.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("kit.learn needs: pip install kingsbench[learn]") from error

gymnasium.register("Kingsbench/Dominion-v1", "kit.learn.solo:dominion")
gymnasium.register("Kingsbench/Kingdomino-v1", "kit.learn.solo:kingdomino")
