// What was asked after a frame: the options that were picked, and those that were not taken.
import { html } from "../board/dom.js";

export const drawQuestions = (element, questions, context) => {
  const { words } = context;
  const drawn = questions.map((question) => drawQuestion(question, context));
  element.replaceChildren(...(drawn.length ? drawn : [html("p", { class: "soft" }, words.say("no_question"))]));
};

const drawQuestion = (question, { words, names, game, looks }) => {
  const worded = question.options.map((option) => optionWords(option, words));
  const head = html(
    "p",
    { class: "asked" },
    html("bdi", { class: "strong" }, names[question.seat]),
    `: ${askedWords(question, words)}`,
  );
  if (looks !== undefined && looks !== question.seat && game === "dominion") {
    const secret = words.say("secret", { name: names[question.seat] });
    return html("div", { class: "question" }, head, html("p", { class: "soft" }, secret));
  }
  const options = counted(worded, question.picks ?? []);
  if (question.picks?.length === 0) options.unshift({ text: words.say("nothing"), picked: 1, left: 0 });
  const list = html("ul", { class: "options" }, ...options.map((one) => option(one, words)));
  return html("div", { class: "question" }, head, list, html("p", { class: "soft small" }, cost(question, words)));
};

const askedWords = (question, words) => {
  const parts = [words.say(`kind ${question.kind}`)];
  if (question.source) parts.push(words.say("for", { card: words.card(question.source).name }));
  if (question.about) {
    const about = [question.about].flat().map((name) => words.card(name).name);
    parts.push(words.say("about", { what: about.join(", ") }));
  }
  const { least, most } = question;
  const amount = words.say(least === most ? "pick_exactly" : "pick_range", { least, most });
  return `${parts.join(" ")} (${amount})`;
};

const optionWords = (value, words) => {
  if (value === null) return words.say("put_away");
  if (typeof value === "number") return words.say("domino", { n: value });
  if (Array.isArray(value)) return `${value[0]}, ${value[1]} → ${value[0] + value[2]}, ${value[1] + value[3]}`;
  return words.option(value);
};

// Equal options once, with how many of them were picked, the picked ones first, in their order.
const counted = (worded, picks) => {
  const found = new Map();
  const add = (text, key) => {
    const one = found.get(text) ?? { text, picked: 0, left: 0 };
    one[key] += 1;
    found.set(text, one);
  };
  for (const pick of picks) if (pick < worded.length) add(worded[pick], "picked");
  worded.forEach((text, number) => picks.includes(number) || add(text, "left"));
  return [...found.values()];
};

const option = ({ text, picked, left }, words) => {
  const many = (n) => (n > 1 ? ` × ${n}` : "");
  const label = picked ? `✓ ${text}${many(picked)}` : `${text}${many(left)}`;
  const said = html("span", { class: "unseen" }, `${words.say(picked ? "picked" : "not_picked")}: `);
  return html("li", { class: picked ? "option picked" : "option" }, said, label);
};

const cost = (question, words) => {
  if (question.picks === null) return words.say("unanswered");
  if (question.cpu === null || question.cpu === undefined) return words.say("no_bot");
  return words.say("took", { ms: (1000 * question.cpu).toFixed(1) });
};
