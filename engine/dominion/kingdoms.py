"""The kingdoms that the rulebooks recommend, by their German and English names.

Source: the lists of recommended sets in rules/ (dominion-base, dominion-base-cards,
dominion-prosperity, dominion-hinterlands).
"""

from __future__ import annotations

from typing import NamedTuple


class Recommended(NamedTuple):
    """One recommended kingdom: its names and ten cards, divided by semicolons."""

    german: str
    english: str
    cards: str

    @property
    def names(self) -> list[str]:
        """The ten card names."""
        return self.cards.split("; ")


KINGDOMS = (
    Recommended(
        "Erstes Spiel",
        "First Game",
        "Moat; Village; Woodcutter; Cellar; Market; Militia; Mine; Smithy; Remodel; Workshop",
    ),
    Recommended(
        "Großes Geld",
        "Big Money",
        "Adventurer; Bureaucrat; Feast; Moneylender; Chancellor; "
        "Chapel; Laboratory; Market; Mine; Throne Room",
    ),
    Recommended(
        "Interaktion",
        "Interaction",
        "Library; Moat; Bureaucrat; Thief; Village; "
        "Festival; Chancellor; Militia; Council Room; Spy",
    ),
    Recommended(
        "Im Wandel",
        "Size Distortion",
        "Thief; Village; Feast; Gardens; Witch; Woodcutter; Chapel; Cellar; Laboratory; Workshop",
    ),
    Recommended(
        "Dorfplatz",
        "Village Square",
        "Library; Bureaucrat; Village; Woodcutter; Festival; "
        "Cellar; Market; Smithy; Throne Room; Remodel",
    ),
    Recommended(
        "Siegestanz",
        "Victory Dance",
        "Nobles; Upgrade; Bridge; Ironworks; Great Hall; Pawn; Harem; Duke; Masquerade; Scout",
    ),
    Recommended(
        "Geheime Pläne",
        "Secret Schemes",
        "Shanty Town; Ironworks; Trading Post; Pawn; Harem; "
        "Saboteur; Tribute; Swindler; Conspirator; Steward",
    ),
    Recommended(
        "Beste Wünsche",
        "Best Wishes",
        "Upgrade; Shanty Town; Courtyard; Trading Post; Torturer; "
        "Coppersmith; Masquerade; Scout; Steward; Wishing Well",
    ),
    Recommended(
        "Demontage",
        "Deconstruction",
        "Mining Village; Bridge; Secret Chamber; Torturer; Swindler; "
        "Thief; Saboteur; Spy; Throne Room; Remodel",
    ),
    Recommended(
        "Eine Hand voll",
        "Hand Madness",
        "Nobles; Courtyard; Torturer; Minion; Steward; "
        "Bureaucrat; Chancellor; Militia; Mine; Council Room",
    ),
    Recommended(
        "Untergebene",
        "Underlings",
        "Nobles; Baron; Minion; Masquerade; Steward; Library; Pawn; Witch; Festival; Cellar",
    ),
    Recommended(
        "Kunsthandwerk",
        "Arts and Crafts",
        "Stonemason; Advisor; Baker; Journeyman; Merchant Guild; "
        "Laboratory; Cellar; Workshop; Festival; Moneylender",
    ),
    Recommended(
        "Rechtschaffen und anständig",
        "Clean Living",
        "Butcher; Baker; Candlestick Maker; Doctor; Soothsayer; "
        "Militia; Thief; Moneylender; Gardens; Village",
    ),
    Recommended(
        "Des Guten zuviel",
        "Gilding the Lily",
        "Plaza; Masterpiece; Candlestick Maker; Taxman; Herald; "
        "Library; Remodel; Adventurer; Market; Chancellor",
    ),
    Recommended(
        "Nenne diese Karte",
        "Name that Card",
        "Baker; Doctor; Plaza; Advisor; Masterpiece; "
        "Courtyard; Wishing Well; Harem; Tribute; Nobles",
    ),
    Recommended(
        "Geschäftstricks",
        "Tricks of the Trade",
        "Stonemason; Herald; Soothsayer; Journeyman; Butcher; "
        "Great Hall; Nobles; Conspirator; Masquerade; Coppersmith",
    ),
    Recommended(
        "Entscheidungen, Entscheidungen",
        "Decisions, Decisions",
        "Merchant Guild; Candlestick Maker; Masterpiece; Taxman; Butcher; "
        "Bridge; Pawn; Mining Village; Upgrade; Duke",
    ),
    Recommended(
        "Anfänger",
        "Beginners",
        "Venture; Worker's Village; Expand; Bank; Monument; "
        "Rabble; Goons; Royal Seal; Counting House; Watchtower",
    ),
    Recommended(
        "Freundliche Interaktion",
        "Friendly Interactive",
        "Worker's Village; Bishop; Vault; Trade Route; Peddler; "
        "Hoard; Royal Seal; Forge; Contraband; City",
    ),
    Recommended(
        "Große Aktionen",
        "Big Actions",
        "Expand; Rabble; Vault; Grand Market; King's Court; Loan; Mint; City; Quarry; Talisman",
    ),
    Recommended(
        "Haufenweise Geld",
        "Biggest Money",
        "Venture; Bank; Grand Market; Royal Seal; Mint; "
        "Adventurer; Moneylender; Laboratory; Mine; Spy",
    ),
    Recommended(
        "Die Armee des Königs",
        "The King's Army",
        "Expand; Rabble; Vault; Goons; King's Court; Bureaucrat; Moat; Village; Council Room; Spy",
    ),
    Recommended(
        "Ein gutes Leben",
        "The Good Life",
        "Monument; Hoard; Counting House; Mountebank; Contraband; "
        "Bureaucrat; Village; Gardens; Chancellor; Cellar",
    ),
    Recommended(
        "Pfade zum Sieg",
        "Paths to Victory",
        "Bishop; Monument; Goons; Peddler; Counting House; "
        "Upgrade; Shanty Town; Baron; Pawn; Harem",
    ),
    Recommended(
        "All along the watchtower",
        "All Along the Watchtower",
        "Vault; Trade Route; Hoard; Talisman; Watchtower; "
        "Mining Village; Bridge; Great Hall; Pawn; Torturer",
    ),
    Recommended(
        "Glücksritter",
        "Lucky Seven",
        "Expand; Bank; Vault; King's Court; Forge; "
        "Bridge; Coppersmith; Tribute; Swindler; Wishing Well",
    ),
    Recommended(
        "Einführung",
        "Introduction",
        "Develop; Haggler; Spice Merchant; Jack of All Trades; Margrave; "
        "Nomad Camp; Oasis; Cache; Stables; Crossroads",
    ),
    Recommended(
        "Lauterer Wettbewerb",
        "Fair Trades",
        "Develop; Ill-Gotten Gains; Noble Brigand; Trader; Farmland; "
        "Border Village; Duchess; Cartographer; Silk Road; Stables",
    ),
    Recommended(
        "Gelegenheiten",
        "Bargains",
        "Trader; Haggler; Highway; Spice Merchant; Border Village; "
        "Duchess; Fool's Gold; Scheme; Nomad Camp; Cache",
    ),
    Recommended(
        "Eröffnungen",
        "Gambits",
        "Embassy; Inn; Cartographer; Jack of All Trades; Mandarin; "
        "Nomad Camp; Oasis; Oracle; Tunnel; Crossroads",
    ),
    Recommended(
        "Straßenräuber",
        "Highway Robbery",
        "Library; Moneylender; Cellar; Throne Room; Workshop; "
        "Noble Brigand; Highway; Inn; Margrave; Oasis",
    ),
    Recommended(
        "Abenteuerfahrt",
        "Adventures Abroad",
        "Adventurer; Festival; Chancellor; Laboratory; Remodel; "
        "Farmland; Spice Merchant; Fool's Gold; Oracle; Crossroads",
    ),
    Recommended(
        "Geld aus Nichts",
        "Money for Nothing",
        "Shanty Town; Great Hall; Pawn; Torturer; Coppersmith; "
        "Cartographer; Jack of All Trades; Cache; Silk Road; Tunnel",
    ),
    Recommended(
        "Am Hof des Herzogs",
        "The Duke's Ball",
        "Upgrade; Harem; Duke; Masquerade; Conspirator; "
        "Noble Brigand; Haggler; Inn; Duchess; Scheme",
    ),
    Recommended(
        "Reisende",
        "Travelers",
        "Lookout; Cutpurse; Merchant Ship; Island; Warehouse; "
        "Farmland; Cartographer; Silk Road; Stables; Crossroads",
    ),
    Recommended(
        "Diplomatie",
        "Diplomacy",
        "Bazaar; Ambassador; Embargo; Caravan; Smugglers; "
        "Ill-Gotten Gains; Embassy; Noble Brigand; Trader; Farmland",
    ),
    Recommended(
        "Träume sind Schäume",
        "Schemes and Dreams",
        "Apothecary; Herbalist; Apprentice; Philosopher's Stone; Transmute; "
        "Ill-Gotten Gains; Duchess; Fool's Gold; Scheme; Jack of All Trades",
    ),
    Recommended(
        "Weinviertel",
        "Wine Country",
        "Golem; Apprentice; University; Familiar; Vineyard; "
        "Haggler; Highway; Farmland; Nomad Camp; Crossroads",
    ),
    Recommended(
        "Karriereleiter",
        "Instant Gratification",
        "Expand; Bishop; Hoard; Mint; Watchtower; "
        "Ill-Gotten Gains; Noble Brigand; Trader; Haggler; Farmland",
    ),
    Recommended(
        "Schatzfund",
        "Treasure Trove",
        "Venture; Bank; Monument; Trade Route; Royal Seal; "
        "Develop; Ill-Gotten Gains; Fool's Gold; Mandarin; Cache",
    ),
    Recommended(
        "Schmalhans",
        "Blue Harvest",
        "Horn of Plenty; Jester; Horse Traders; Tournament; Hamlet; "
        "Noble Brigand; Trader; Fool's Gold; Mandarin; Tunnel",
    ),
    Recommended(
        "Wanderzirkus",
        "Traveling Circus",
        "Farming Village; Fairgrounds; Jester; Menagerie; Hunting Party; "
        "Embassy; Border Village; Fool's Gold; Nomad Camp; Oasis",
    ),
)


def find_recommended(name: str) -> Recommended | None:
    """Return the recommended kingdom of that German or English name, or None."""
    return next((known for known in KINGDOMS if name in (known.german, known.english)), None)
