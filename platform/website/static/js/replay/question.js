// What was asked after a frame: the options that were picked, and those that were not taken.
import { html, visible, visibleLines } from "../board/dom.js";

export const drawQuestions = (element, questions, output, context) => {
  const { words } = context;
  const drawn = [
    ...questions.map((question) => drawQuestion(question, context)),
    ...output.flatMap((piece) => (isSeen(piece.seat, context) ? printed(piece, context) : [])),
  ];
  element.replaceChildren(...(drawn.length ? drawn : [html("p", { class: "soft" }, words.say("no_question"))]));
};

// Whether the seat through whose eyes the replay is seen may know of this seat's decisions.
const isSeen = (seat, { board, looks }) => looks === undefined || looks === seat || !board.seenBy;

// What a bot printed; only its owner's replays have it.
const printed = ({ seat, output, notes = [] }, { words, names }) => {
  const titled = (key, ...shown) => {
    const title = html("p", { class: "soft small" }, words.say(key, { name: names[seat] }));
    return html("div", { class: "printed" }, title, ...shown);
  };
  const lines = notes.map((note) => html("p", { class: "note" }, visible(note)));
  return [
    ...(lines.length ? [titled("notes", ...lines)] : []),
    ...(output ? [titled("output", html("pre", { tabindex: "0" }, html("code", {}, visibleLines(output))))] : []),
  ];
};

const drawQuestion = (question, context) => {
  const { board, words, names, position } = context;
  const textOf = (value) => board.optionText(value, { words, position, seat: question.seat });
  const worded = question.options.map(textOf);
  const head = html(
    "p",
    { class: "asked" },
    html("bdi", { class: "strong" }, names[question.seat]),
    `: ${askedWords(question, words, names, textOf)}`,
  );
  if (!isSeen(question.seat, context)) {
    const secret = words.say("secret", { name: names[question.seat] });
    return html("div", { class: "question" }, head, html("p", { class: "soft" }, secret));
  }
  const options = counted(worded, question.picks ?? []);
  if (question.picks?.length === 0) options.unshift({ text: words.say("nothing"), picked: 1, left: 0 });
  const list = html("ul", { class: "options" }, ...options.map((one) => option(one, words)));
  const took = html("p", { class: "soft small" }, cost(question, words));
  return html("div", { class: "question" }, head, list, took, ...printed(question, context));
};

// The sentences of website/games/question.py.
const askedWords = (question, words, names, textOf) => {
  const prompt = words.prompt(question.kind);
  const whose = typeof question.of === "number" ? [words.say("in_turn_of", { name: names[question.of] })] : [];
  const parts = [question.source ? `${textOf(question.source)}: ${prompt}` : prompt, ...whose, amount(question, words)];
  if (question.about) parts.push(words.say("about", { what: [question.about].flat().map(textOf).join(", ") }));
  return parts.join(" · ");
};

const amount = ({ least, most }, words) => {
  if (least === most) return words.say("pick_exactly", { n: most });
  return least ? words.say("pick_range", { least, most }) : words.say("pick_up_to", { n: most });
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
