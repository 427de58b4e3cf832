// What the pages ask of a game's board, and the answers of a game that has no module of its own:
// website/games/contract.py is the other half. A module exports what it overrides:
//
//   draw(element, position, options)   draws a position, which has the shape of `Game.view`, into an
//                                      element, and updates it in place when it is called again
//   asText(position, options)          the position as rows of [label, text]
//   seenBy(position, seat)             the position as that seat saw it, null: as everybody did;
//                                      without it everything lies open
//   optionText(value, context)         an option, or a decision's source, in words; context has
//                                      `words`, the `position` that it belongs to, and the `seat`
//
// options of draw and asText:
//   names    the players' names by seat, as plain text
//   words    what the board says, see ../board/words.js
//   config   the game's configuration
//   seat     the seat whose view it is, or undefined: marked as "you"
//   scores   points by seat, where the position itself has none
//   marks    what is picked or pointed at, by zone: {zone: [options]}; `place` is one option
//   choose   what may be picked by clicking: {seat, zone: [options], onPick(zone, value), onPreview}
//            A zone is what the game's `zone` in Python says. Of `place` a square is picked or pointed
//            at: the value is the list of the options that cover it, by index, as it is turned.
import { html, keyed, setText, tableIn } from "../board/dom.js";

const labelOf = (key) => {
  const words = String(key).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

export const plainText = (value) => {
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  if (value === null) return "None";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${labelOf(key)}: ${plainText(one)}`)
    .join("; ");
};

export const asText = (position, { names }) => [
  ...Object.entries(position)
    .filter(([key]) => key !== "seats")
    .map(([key, value]) => [labelOf(key), plainText(value)]),
  ...(position.seats ?? []).map((seat, number) => [names[number], plainText(seat)]),
];

export const optionText = (value, { words }) =>
  (typeof value === "string" ? words.phrase(value) : null) ?? plainText(value);

const makeTable = (element) => {
  const rows = html("dl", { class: "position-rows" });
  element.replaceChildren(rows);
  return { rows, seats: [], words: null };
};

export const draw = (element, position, options) => {
  const { rows } = tableIn(element, position, options.words, (...made) => ({
    ...makeTable(...made),
    words: options.words,
    seats: position.seats,
  }));
  const items = asText(position, options).map(([label, text], number) => ({ label, text, number }));
  keyed(
    rows,
    items,
    (item) => item.number,
    () => html("div", {}, html("dt", {}, html("bdi")), html("dd")),
    (node, item) => {
      setText(node.firstChild.firstChild, item.label);
      setText(node.lastChild, item.text);
    },
  );
};
