"""The basic cards. Source: rules/dominion-base-cards.de.txt."""

from functools import partial

from engine.dominion.card import Card
from engine.dominion.scoring import Worth
from engine.dominion.verbs import plus_coins, plus_potions

treasure = partial(Card, types="Treasure", expansion="basic")
victory = partial(Card, types="Victory", expansion="basic", pile=None)

COPPER = treasure("Copper", "Kupfer", 0, play=(plus_coins(1),), pile=60)
SILVER = treasure("Silver", "Silber", 3, play=(plus_coins(2),), pile=40)
GOLD = treasure("Gold", "Gold", 6, play=(plus_coins(3),), pile=30)
PLATINUM = treasure("Platinum", "Platin", 9, play=(plus_coins(5),), pile=12)
POTION = treasure("Potion", "Trank", 4, play=(plus_potions(1),), pile=16)

ESTATE = victory("Estate", "Anwesen", 2, worth=Worth(1))
DUCHY = victory("Duchy", "Herzogtum", 5, worth=Worth(3))
PROVINCE = victory("Province", "Provinz", 8, worth=Worth(6))
COLONY = victory("Colony", "Kolonie", 11, worth=Worth(10))

CURSE = Card("Curse", "Fluch", 0, "Curse", "basic", worth=Worth(-1), pile=None)
