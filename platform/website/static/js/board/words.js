// What boards say, in the reader's language: sentences with {places}, and the game's things.

export class Words {
  constructor({ words, plurals = {}, cards = {}, lands = {}, phrases = {}, language = "en" }) {
    Object.assign(this, { words, plurals, cards, lands, phrases, language });
    this.plural = new Intl.PluralRules(language);
  }

  // say("turn", {n: 3}); a sentence that depends on a number has one form for each plural.
  say(key, values = {}) {
    const forms = this.plurals[key];
    const one = this.plural.select(Number(values.n)) === "one";
    const sentence = forms ? forms[one ? 0 : 1] : (this.words[key] ?? key);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  // A card as readers know it; one that is not known here is shown by its name.
  card(name) {
    const known = Object.hasOwn(this.cards, name) ? this.cards[name] : null;
    return known ?? { name: String(name), cost: null, kinds: [], types: "", text: "" };
  }

  // What may be picked: a card, or a phrase such as "trash"; what is neither as it is.
  option(value) {
    return Object.hasOwn(this.phrases, value) ? this.phrases[value] : this.card(value).name;
  }

  land(terrain) {
    return Object.hasOwn(this.lands, terrain) ? this.lands[terrain] : String(terrain);
  }
}

export const loadWords = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Words(await answer.json());
};
