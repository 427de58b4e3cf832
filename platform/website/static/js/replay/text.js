// A position in words, line by line, as website/matches/positions.py says it.
import { counted } from "../board/dom.js";

export const asText = (game, position, { names, words, scores }) => {
  const rows = game === "dominion" ? dominion(position, names, words, scores) : kingdomino(position, names, words);
  return rows.map(([label, text]) => `${label}: ${text}`).join("\n");
};

const cards = (names, words) => {
  const shown = counted(names.filter((name) => name !== null));
  const parts = shown.map(([name, n]) => (n > 1 ? `${n} ` : "") + words.card(name).name);
  const hidden = names.filter((name) => name === null).length;
  if (hidden) parts.push(words.say("text_hidden", { n: hidden }));
  return parts.join(", ") || words.say("nothing");
};

const dominion = (position, names, words, scores) => [
  [
    words.say("text_turn", { n: position.turn, name: names[position.current] }),
    `${words.say(`phase ${position.phase}`)}. ${words.say("text_counters", position)}`,
  ],
  [words.say("supply"), Object.entries(position.supply).map(([name, n]) => `${n} ${words.card(name).name}`).join(", ")],
  [words.say("trash"), cards(position.trash, words)],
  ...Object.entries(position.tokens).map(([name, on]) => [
    words.say("mat", { card: words.card(name).name }),
    cards(Array.isArray(on) ? on : [], words),
  ]),
  ...position.seats.flatMap((seat, number) => ofSeat(seat, names[number], words, scores?.[number])),
];

const ofSeat = (seat, name, words, score) => {
  const known = seat.hand ?? seat.known?.hand ?? [];
  const hidden = Array(Math.max(0, seat.hand_size - known.length)).fill(null);
  const piles = words.say("text_piles", { deck: seat.deck_size, discard: seat.discard_size });
  const top = seat.discard_top === null ? "" : ` (${words.card(seat.discard_top).name})`;
  const rows = [
    [name, words.say("text_seat", { score, turns: seat.turns })],
    [words.say("hand"), cards([...known, ...hidden], words)],
    [words.say("in_play"), cards(seat.in_play, words)],
  ];
  if (seat.set_aside.length) rows.push([words.say("set_aside"), cards(seat.set_aside, words)]);
  return [...rows, [words.say("piles"), piles + top]];
};

const kingdomino = (position, names, words) => [
  [words.say("text_round", { n: position.round, name: names[position.current] }), words.say("bag", { n: position.bag_size })],
  [words.say("row"), row(position.row, names, words)],
  [words.say("next_row"), row(position.next_row, names, words)],
  ...position.seats.map((seat, number) => {
    const tiles = seat.tiles.map(([x, y, land, crowns]) => `${x},${y} ${words.land(land)}${"+".repeat(crowns)}`);
    const text = tiles.join("; ") || words.say("castle_alone");
    return [names[number], `${words.say("text_score", { score: seat.score })}. ${text}`];
  }),
];

const row = (dominoes, names, words) =>
  dominoes.map((one) => domino(one, names, words)).join("; ") || words.say("nothing");

const domino = ({ number, halves, king }, names, words) => {
  const lands = halves.map(([land, crowns]) => words.land(land) + "+".repeat(crowns));
  return `${number} ${lands.join(", ")}${king === null ? "" : ` (${names[king]})`}`;
};
