// A position of Dominion as a table: counters, supply, and every seat's cards. The position has the
// shape of `game.view(...)`; what is null in it is hidden from whoever looks.
import { cardOf, makeFace, updateFace } from "./dominion/cards.js";
import { counted, html, keyed, setAttribute, setText, tableIn, unchanged } from "../board/dom.js";
import { addTip } from "./dominion/tip.js";

const COUNTERS = ["actions", "buys", "coins"];
const BASIC = ["Copper", "Silver", "Gold", "Platinum", "Potion", "Estate", "Duchy", "Province", "Colony", "Curse"];
const MOST_IN_A_ROW = 7; // cards that overlap rather than begin a second row
const MOST_IN_ORDER = 9; // cards of a deck that are named

// Draw `position` into `element`; the options are told in plain.js.
export const draw = (element, position, options) => {
  const table = tableIn(element, position, options.words, makeTable);
  drawCounters(table, position, options);
  drawSupply(table, position, options);
  drawMarket(table, position, options);
  position.seats.forEach((seat, number) => drawSeat(table, number, seat, position, options));
  drawMiddle(table, position);
  table.tip.refresh();
};

// --- the frame, made once -------------------------------------------------------------------------

const makeTable = (element, position, words) => {
  const counters = html("ul", { class: "counters", "aria-label": words.say("turn_and_counters") });
  const [kingdom, basics] = ["piles kingdom-piles", "piles basic-piles"].map((name) => html("ul", { class: name }));
  const market = makeMarket(words);
  const supply = html("section", { class: "supply", "aria-label": words.say("supply") }, kingdom, basics, market.root);
  const seats = position.seats.map((_, number) => makeSeat(number, words));
  const row = html("div", { class: `table-seats of-${seats.length}` }, ...seats.map((seat) => seat.root));
  const middle = html("dl", { class: "middle" });
  element.replaceChildren(html("div", { class: "dominion-table" }, counters, supply, row, middle));
  return { words, counters, kingdom, basics, market, seats, middle, tip: addTip(element.firstChild, words) };
};

const makeZone = (words, key) => {
  const count = html("span", { class: "zone-count" });
  const name = html("p", { class: "zone-name" }, `${words.say(key)} `, count);
  const cards = html("ul", { class: "cards", "aria-label": words.say(key) });
  return { root: html("div", { class: `zone of-${key}` }, name, cards), cards, count };
};

const makeMarket = (words) => {
  const name = html("p", { class: "zone-name" });
  const cards = html("ul", { class: "piles", "aria-label": words.say("turned_up") });
  return { root: html("div", { class: "zone of-market", hidden: "" }, name, cards), name, cards };
};

const makePile = (words, key) => {
  const face = html("span", { class: "stack-face" });
  const count = html("span", { class: "stack-count" });
  const name = html("span", { class: "zone-name" }, words.say(key));
  return { root: html("div", { class: `stack of-${key}` }, face, count, name), face, count };
};

const makeSeat = (number, words) => {
  const name = html("bdi", { class: "seat-name" });
  const facts = html("span", { class: "seat-facts" });
  const score = html("span", { class: "seat-score" });
  const mark = html("span", { class: `mark castle-${number}`, "aria-hidden": "true" }, number + 1);
  const head = html("header", { class: "seat-head" }, mark, name, facts, score);
  const zones = ["in_play", "hand"].map((key) => makeZone(words, key));
  const aside = makeZone(words, "set_aside");
  const piles = ["deck", "discard"].map((key) => makePile(words, key));
  const own = html("div", { class: "stacks" }, ...piles.map((pile) => pile.root));
  const cards = html("div", { class: "seat-cards" }, zones[0].root, zones[1].root, aside.root);
  const beside = html("dl", { class: "middle beside" });
  const body = html("div", { class: "seat-body" }, own, cards);
  const root = html("section", { class: "table-seat" }, head, body, beside);
  return {
    root,
    name,
    facts,
    score,
    beside,
    inPlay: zones[0],
    hand: zones[1],
    aside,
    deck: piles[0],
    discard: piles[1],
  };
};

// --- what changes from position to position -------------------------------------------------------

const drawCounters = ({ counters, words }, position, { names }) => {
  const over = position.phase === "over";
  const items = [
    { key: "turn", text: words.say("turn_n", { n: position.turn }) },
    { key: "phase", text: words.say(`phase ${position.phase}`) },
    ...(position.extra ? [{ key: "extra", text: extraTurn(position, words, names) }] : []),
    ...COUNTERS.map((key) => ({ key, text: words.say(key, { n: position[key] ?? "?" }), over })),
    ...(position.potions ? [{ key: "potions", text: words.say("potions", { n: position.potions }), over }] : []),
  ];
  const make = (item) => html("li", { class: `counter of-${item.key}` });
  keyed(
    counters,
    items,
    (item) => item.key,
    make,
    (node, item) => {
      setText(node, item.text);
      node.classList.toggle("rest", Boolean(item.over));
    },
  );
};

const extraTurn = ({ extra, possessor }, words, names) => {
  const card = cardOf(words, extra).name;
  return typeof possessor === "number"
    ? words.say("possessed_turn", { card, name: names[possessor] })
    : words.say("extra_turn", { card });
};

const drawSupply = (table, position, options) => {
  const { supply, costs } = position;
  if (unchanged(table.kingdom, supply, costs, options.choose, options.marks)) return;
  const piles = Object.entries(position.supply);
  const basic = new Set(BASIC);
  const order = (name) => BASIC.indexOf(name);
  const basics = piles.filter(([name]) => basic.has(name));
  basics.sort(([one], [other]) => order(one) - order(other));
  drawPiles(
    table.kingdom,
    piles.filter(([name]) => !basic.has(name)),
    "supply",
    table,
    position,
    options,
  );
  drawPiles(table.basics, basics, "supply", table, position, options);
};

// The cards of the Black Market deck that are turned up; the row keeps its place without any.
const drawMarket = (table, position, options) => {
  const { market, words } = table;
  const { black_market: deck, costs } = position;
  market.root.hidden = !deck;
  if (!deck || unchanged(market.root, deck, costs, options.choose, options.marks)) return;
  setText(market.name, `${words.say("black_market")}: ${words.say("cards", { n: deck.size })}`);
  const piles = deck.shown.map((name) => [name, 1]);
  drawPiles(market.cards, piles, "market", table, position, options);
};

const priceOf = ({ costs, potion_costs: withPotion }, name) => {
  const cost = costs?.[name];
  return cost !== undefined && withPotion?.includes(name) ? `${cost || ""}P` : cost?.toString();
};

const drawPiles = (list, piles, zone, { words }, position, options) => {
  const make = ([name]) => html("li", {}, makeFace(name, words, "pile"));
  keyed(
    list,
    piles,
    ([name]) => name,
    make,
    (node, [name, count]) =>
      updateFace(node.firstChild, words, {
        count,
        cost: priceOf(position, name),
        marked: isMarked(options, zone, name),
        pick: picker(options, zone, name),
      }),
  );
};

const drawSeat = (table, number, seat, position, options) => {
  const shown = table.seats[number];
  const { words } = table;
  const current = position.current === number && position.phase !== "over";
  const { choose, marks, scores, seat: own, names } = options;
  const decides = current && own !== undefined && position.possessor === own;
  if (unchanged(shown.root, seat, current, decides, choose, marks, scores?.[number], own, names[number])) return;
  shown.root.classList.toggle("current", current);
  shown.root.classList.toggle("own", number === own);
  setAttribute(shown.root, "aria-label", seatLabel(number, current, options));
  setText(shown.name, options.names[number]);
  const facts = [words.say("turns_taken", { n: seat.turns })];
  if (seat.vp) facts.push(words.say("vp_tokens", { n: seat.vp }));
  facts.push(...coinTokens(seat, words));
  if (number === options.seat) facts.unshift(words.say("you"));
  else if (decides) facts.unshift(words.say("you_decide"));
  setText(shown.facts, facts.join(" · "));
  const score = options.scores?.[number];
  setText(shown.score, score === undefined || score === null ? "" : words.say("points", { n: score }));
  const context = { words, options, number };
  drawZone(shown.inPlay, seat.in_play, "in_play", context);
  drawHand(shown.hand, seat, context);
  drawZone(shown.aside, seat.set_aside, "set_aside", context);
  shown.aside.root.classList.toggle("blank", seat.set_aside.length === 0);
  drawStacks(shown, seat, context);
  drawRows(shown.beside, besideSeat(seat, words));
};

// What lies beside a seat: Durations that are still due, mats, tokens of its own.
const besideSeat = (seat, words) => {
  const rows = Object.entries(seat.mats ?? {}).map(([name, on]) => ({
    title: words.say("own_mat", { card: cardOf(words, name).name }),
    text: cards(on, words),
  }));
  if (seat.next_turn?.length) rows.unshift({ title: words.say("next_turn"), text: cards(seat.next_turn, words) });
  for (const [name, count] of Object.entries(seat.tokens ?? {})) {
    const title = words.say("own_tokens", { card: cardOf(words, name).name });
    if (name !== "coin") rows.push({ title, text: String(count) });
  }
  return rows;
};

const drawRows = (list, rows) =>
  keyed(
    list,
    rows,
    (row) => row.title,
    () => html("div", {}, html("dt"), html("dd")),
    (node, row) => {
      setText(node.firstChild, row.title);
      setText(node.lastChild, row.text);
    },
  );

const seatLabel = (number, current, { names, words }) =>
  words.say(current ? "seat_on_turn" : "seat", { name: names[number] });

const drawHand = (zone, seat, context) => {
  const known = seat.hand ?? seat.known?.hand ?? [];
  const hidden = seat.hand ? 0 : seat.hand_size - known.length;
  drawZone(zone, [...known, ...Array(Math.max(0, hidden)).fill(null)], "hand", context);
  setText(zone.count, seat.hand_size);
};

const coinTokens = (seat, words) => (seat.tokens?.coin ? [words.say("coin_tokens", { n: seat.tokens.coin })] : []);

// Equal cards lie on one another; null is a card that whoever looks has not seen.
const drawZone = (zone, names, key, { words, options, number }) => {
  const make = ([name]) => html("li", {}, name === null ? html("span", { class: "face back" }) : makeFace(name, words));
  const own = options.choose?.seat === undefined || options.choose.seat === number;
  keyed(
    zone.cards,
    counted(names),
    ([name]) => name ?? "",
    make,
    (node, [name, count]) => {
      if (name === null) return setText(node.firstChild, words.say("hidden", { n: count }));
      const marked = own && isMarked(options, key, name);
      const pick = own ? picker(options, key, name) : null;
      updateFace(node.firstChild, words, { count, marked, pick });
      setAttribute(node, "data-count", Math.min(count, 4));
    },
  );
  setText(zone.count, names.length || "");
  zone.cards.classList.toggle("many", zone.cards.childElementCount > MOST_IN_A_ROW);
};

const drawStacks = (shown, seat, { words }) => {
  setText(shown.deck.count, seat.deck_size);
  shown.deck.root.classList.toggle("blank", !seat.deck_size);
  setText(shown.discard.count, seat.discard_size);
  shown.discard.root.classList.toggle("blank", !seat.discard_size);
  const top = seat.discard_top === null ? [] : [seat.discard_top];
  keyed(
    shown.discard.face,
    top,
    (name) => name,
    (name) => makeFace(name, words),
    (node) => updateFace(node, words, { count: 1 }),
  );
  const known = (seat.known?.deck ?? []).filter((name) => name !== null);
  keyed(
    shown.deck.face,
    known.slice(0, 1),
    (name) => name,
    (name) => makeFace(name, words),
    (node) => updateFace(node, words, { count: 1 }),
  );
};

// The trash and what lies on mats: for all seats together.
const drawMiddle = ({ middle, words }, position) => {
  if (unchanged(middle, position.trash, position.tokens, position.prizes, position.black_market)) return;
  const named = (names) => counted(names).map(([name, n]) => (n > 1 ? `${n} × ` : "") + cardOf(words, name).name);
  const listed = (names) => named(names).join(", ") || words.say("nothing");
  const mats = Object.entries(position.tokens ?? {}).map(([name, on]) => ({
    title: whose(name, on, words),
    text: listed(repeated(on)),
  }));
  const trash = { title: words.say("trash"), text: listed(position.trash) };
  drawRows(middle, [trash, ...besideSupply(position, words), ...mats]);
};

const besideSupply = (position, words) => [
  ...(position.prizes ? [{ title: words.say("prizes"), text: cards(position.prizes, words) }] : []),
  ...(position.bane ? [{ title: words.say("bane"), text: cardOf(words, position.bane).name }] : []),
  ...(position.black_market?.known.length
    ? [{ title: words.say("known_order"), text: inOrder(position.black_market.known, words) }]
    : []),
];

// The uppermost known cards of the Black Market deck.
const inOrder = (known, words) =>
  known
    .slice(0, MOST_IN_ORDER)
    .map((name) => cardOf(words, name).name)
    .concat(known.length > MOST_IN_ORDER ? ["…"] : [])
    .join(", ");

const marketRows = ({ black_market: deck }, words) =>
  deck
    ? [
        [words.say("black_market"), words.say("cards", { n: deck.size })],
        [words.say("turned_up"), cards(deck.shown, words)],
      ]
    : [];

// Tokens on piles are counted by pile; marked cards are listed.
const whose = (name, on, words) =>
  words.say(Array.isArray(on) ? "mat" : "on_piles", { card: cardOf(words, name).name });

const repeated = (on) => (Array.isArray(on) ? on : Object.entries(on).flatMap(([name, n]) => Array(n).fill(name)));

// --- choices --------------------------------------------------------------------------------------

const isMarked = ({ marks }, zone, name) => Boolean(marks?.[zone]?.includes(name));

const picker = ({ choose }, zone, name) => (choose?.[zone]?.includes(name) ? () => choose.onPick(zone, name) : null);

// --- in words -------------------------------------------------------------------------------------

// The position as text; website/games/dominion/position_text.py says the same.
export const asText = (position, { names, words, scores }) => [
  [
    words.say("text_turn", { n: position.turn, name: names[position.current] }),
    [
      words.say(`phase ${position.phase}`),
      ...(position.extra ? [extraTurn(position, words, names)] : []),
      words.say("text_counters", position) +
        (position.potions ? `, ${words.say("potions", { n: position.potions })}` : ""),
    ].join(". "),
  ],
  [
    words.say("supply"),
    Object.entries(position.supply)
      .map(([name, n]) => `${n} ${cardOf(words, name).name}`)
      .join(", "),
  ],
  [words.say("trash"), cards(position.trash, words)],
  ...marketRows(position, words),
  ...besideSupply(position, words).map(({ title, text }) => [title, text]),
  ...Object.entries(position.tokens).map(([name, on]) => [whose(name, on, words), cards(repeated(on), words)]),
  ...position.seats.flatMap((seat, number) => ofSeat(seat, names[number], words, scores?.[number])),
];

const ofSeat = (seat, name, words, score) => {
  const known = seat.hand ?? seat.known?.hand ?? [];
  const hidden = Array(Math.max(0, seat.hand_size - known.length)).fill(null);
  const piles = words.say("text_piles", { deck: seat.deck_size, discard: seat.discard_size });
  const top = seat.discard_top === null ? "" : ` (${cardOf(words, seat.discard_top).name})`;
  const rows = [
    [name, words.say("text_seat", { score, turns: seat.turns })],
    ...coinTokens(seat, words).map((tokens) => [words.say("tokens"), tokens]),
    [words.say("hand"), cards([...known, ...hidden], words)],
    [words.say("in_play"), cards(seat.in_play, words)],
  ];
  if (seat.set_aside.length) rows.push([words.say("set_aside"), cards(seat.set_aside, words)]);
  const beside = besideSeat(seat, words).map(({ title, text }) => [title, text]);
  return [...rows, ...beside, [words.say("piles"), piles + top]];
};

const cards = (names, words) => {
  const shown = counted(names.filter((name) => name !== null));
  const parts = shown.map(([name, n]) => (n > 1 ? `${n} ` : "") + cardOf(words, name).name);
  const hidden = names.filter((name) => name === null).length;
  if (hidden) parts.push(words.say("text_hidden", { n: hidden }));
  return parts.join(", ") || words.say("nothing");
};

// An option that is a phrase, or a card as readers know it.
export const optionText = (value, { words }) =>
  typeof value === "number" ? String(value) : (words.phrase(value) ?? cardOf(words, value).name);

// --- what a seat saw ------------------------------------------------------------------------------

const ALL = -1;

// What one seat saw of a replay's position, as engine/dominion/replay.py has it; null: what everybody saw.
export const seenBy = (position, seat) => {
  const mask = seat === null ? 0 : 1 << seat;
  const decidesFor = seat !== null && seat === position.possessor ? position.current : seat;
  const seats = position.seats.map((one, owner) => seenSeat(one, mask, owner === seat || owner === decidesFor));
  if (!position.black_market) return { ...position, seats };
  return { ...position, seats, black_market: seenMarket(position.black_market, mask) };
};

const seenMarket = ({ size, shown, known, who }, mask) => ({
  size,
  shown,
  known: masked(known, who ?? [], mask).filter((name) => name !== null),
});

const seenSeat = (one, mask, own) => {
  const who = one.who ?? { set_aside: [], hand: [], deck: [] };
  const known = {};
  const top = masked(one.deck ?? [], who.deck, mask);
  while (top.length && top.at(-1) === null) top.pop();
  if (top.length) known.deck = top;
  if (!own && who.whole_hand & mask) known.hand = one.hand;
  else if (!own && who.hand.length) known.hand = who.hand;
  const aside = masked(one.set_aside, who.set_aside, mask);
  const { deck, discard, who: _who, ...open } = one;
  if (one.mats) open.mats = seenMats(one.mats, who.mats ?? {}, mask);
  return { ...open, hand: own ? one.hand : null, set_aside: aside, known };
};

const seenMats = (mats, who, mask) =>
  Object.fromEntries(Object.entries(mats).map(([mat, on]) => [mat, masked(on, who[mat] ?? [], mask)]));

const masked = (names, masks, mask) =>
  names.map((name, place) => (masks[place] === ALL || masks[place] & mask ? name : null));
