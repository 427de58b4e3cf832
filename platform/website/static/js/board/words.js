// What boards say, in the reader's language: sentences with {places}, and the game's things.

export class Words {
  // `told` is what /matches/words/GAME/ answers; what a game adds to it stays in `things`.
  constructor(told) {
    const { words, plurals = {}, prompts = {}, phrases = {}, language = "en" } = told;
    Object.assign(this, { words, plurals, prompts, phrases, language, things: told });
    this.plural = new Intl.PluralRules(language);
  }

  // say("turn", {n: 3}); a sentence that depends on a number has one form for each plural.
  say(key, values = {}) {
    const forms = this.plurals[key];
    const one = this.plural.select(Number(values.n)) === "one";
    const sentence = forms ? forms[one ? 0 : 1] : (this.words[key] ?? key);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  // What a kind of decision asks; a kind that is not known here as it is.
  prompt(kind) {
    return Object.hasOwn(this.prompts, kind) ? this.prompts[kind] : String(kind);
  }

  // An option that is a phrase, such as "trash"; null for any other.
  phrase(value) {
    return Object.hasOwn(this.phrases, value) ? this.phrases[value] : null;
  }

  // An entry of one of the game's things by name, such as a card; undefined where there is none.
  thing(kind, name) {
    const known = this.things[kind] ?? {};
    return Object.hasOwn(known, name) ? known[name] : undefined;
  }
}
