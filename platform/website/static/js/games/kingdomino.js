// A position of Kingdomino as a table: the two draft rows, and every seat's kingdom. An area lights
// up when one of its squares, or its line below the kingdom, is pointed at or focused.
import { html, keyed, setAttribute, setText, svg, tableIn } from "../board/dom.js";
import { kingdomParts, makeOutline, makePiece, makeTag } from "./kingdomino/drawing.js";
import * as shapes from "./kingdomino/shapes.js";

const { EDGE, UNIT } = shapes;
const CLOCKWISE = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
];
const LEAST_TARGET = 44; // pixels of a square that is to be touched

// Draw `position` into `element`; the same element is updated in place. Needs the drawings of
// templates/games/kingdomino/symbols.html on the page.
export const draw = (element, position, options) => {
  const table = tableIn(element, position, options.words, makeTable);
  const size = options.config?.variants?.includes("mighty_duel") ? 7 : 5;
  drawCounters(table, position);
  drawRow(table.row, position.row, "row", position, options);
  drawRow(table.next, position.next_row, "next_row", position, options);
  position.seats.forEach((seat, number) => drawSeat(table, number, seat, size, position, options));
};

// --- the frame, made once -------------------------------------------------------------------------

const makeTable = (element, position, words) => {
  const counters = html("ul", { class: "counters", "aria-label": words.say("turn_and_counters") });
  const [row, next] = ["row", "next_row"].map((key) => makeRow(words, key));
  const rows = html("div", { class: "draft" }, row.root, next.root);
  const seats = position.seats.map((_, number) => makeSeat(number, words));
  const courts = html("div", { class: `table-seats courts of-${seats.length}` }, ...seats.map((seat) => seat.root));
  element.replaceChildren(html("div", { class: "kingdomino-table" }, counters, rows, courts));
  return { words, counters, row, next, seats };
};

const makeRow = (words, key) => {
  const list = html("ul", { class: "row-dominoes", "aria-label": words.say(key) });
  return { root: html("div", { class: "draft-row" }, html("p", { class: "zone-name" }, words.say(key)), list), list };
};

const makeSeat = (number, words) => {
  const mark = html("span", { class: `mark castle-${number}`, "aria-hidden": "true" }, number + 1);
  const name = html("bdi", { class: "seat-name" });
  const facts = html("span", { class: "seat-facts" });
  const score = html("span", { class: "seat-score" });
  const drawing = svg("svg", { class: "board", role: "img" });
  const lands = html("ul", { class: "lands" });
  const head = html("header", { class: "seat-head" }, mark, name, facts, score);
  const root = html("section", { class: "table-seat court" }, head, drawing, lands);
  const seat = { root, name, facts, score, drawing, lands, words, drawn: "" };
  root.addEventListener("pointerover", (event) => light(seat, event.target));
  root.addEventListener("pointerleave", () => light(seat, null));
  root.addEventListener("focusin", (event) => light(seat, event.target));
  root.addEventListener("focusout", () => light(seat, null));
  return seat;
};

const light = (seat, target) => {
  const area = target?.closest?.("[data-area]")?.dataset.area;
  for (const node of seat.root.querySelectorAll("[data-area]")) {
    node.classList.toggle("lit", node.dataset.area === area);
  }
  seat.root.classList.toggle("lighting", area !== undefined);
};

// --- what changes from position to position -------------------------------------------------------

const drawCounters = ({ counters, words }, position) => {
  const items = [
    { key: "round", text: position.round ? words.say("round_n", { n: position.round }) : words.say("draft") },
    { key: "bag", text: words.say("bag", { n: position.bag_size }) },
  ];
  if (position.dynasty_game > 1)
    items.unshift({ key: "dynasty_game", text: words.say("dynasty_game_n", { n: position.dynasty_game }) });
  keyed(
    counters,
    items,
    (item) => item.key,
    (item) => html("li", { class: `counter of-${item.key}` }),
    (node, item) => setText(node, item.text),
  );
};

const drawRow = ({ list }, dominoes, key, position, options) => {
  const placing = position.seats.map((seat) => seat.domino);
  keyed(
    list,
    dominoes,
    (domino) => domino.number,
    makeDomino,
    (node, domino) => {
      const pick = options.choose?.pick?.includes(domino.number)
        ? () => options.choose.onPick("pick", domino.number)
        : null;
      const marked = Boolean(options.marks?.pick?.includes(domino.number));
      const face = node.firstChild;
      face.classList.toggle("marked", marked || placing.includes(domino.number));
      face.classList.toggle("choice", pick !== null);
      face.onclick = pick;
      const [, king, said] = face.children;
      drawKing(king, domino.king);
      setText(said, dominoLabel(domino, { ...options, marked }));
    },
  );
};

const makeDomino = ({ number, halves }) => {
  const drawn = svg("svg", { viewBox: "0 0 132 72", "aria-hidden": "true" });
  const piece = shapes.piece([0, 0, 1, 0], halves);
  drawn.append(makePiece(piece), ...makeTag(number, piece.middle));
  const king = html("span", { class: "king", "aria-hidden": "true", hidden: "" });
  const said = html("span", { class: "unseen" });
  return html("li", {}, html("button", { type: "button", class: "domino" }, drawn, king, said));
};

const drawKing = (king, seat) => {
  king.hidden = seat === null;
  king.className = seat === null ? "king" : `king castle-${seat}`;
  setText(king, seat === null ? "" : seat + 1);
};

const dominoLabel = ({ number, halves, king }, { words, names, marked }) => {
  const parts = [words.say("domino", { n: number }), ...halves.map((half) => halfText(half, words))];
  if (king !== null) parts.push(words.say("king_of", { name: names[king] }));
  if (marked) parts.push(words.say("marked"));
  return parts.join(", ");
};

const halfText = ([terrain, crowns], words) =>
  crowns ? words.say("land_crowns", { land: landOf(words, terrain), n: crowns }) : landOf(words, terrain);

const drawSeat = (table, number, seat, size, position, options) => {
  const shown = table.seats[number];
  const { words } = table;
  const name = options.names[number];
  const current = position.current === number;
  shown.root.classList.toggle("current", current);
  shown.root.classList.toggle("own", number === options.seat);
  setAttribute(shown.root, "aria-label", words.say(current ? "seat_on_turn" : "seat", { name }));
  setText(shown.name, name);
  setText(shown.facts, number === options.seat ? words.say("you") : "");
  setText(shown.score, words.say("points", { n: seat.score }));
  const preview = options.marks?.seat === number ? options.marks.place : null;
  const places = options.choose?.seat === number ? options.choose.place : null;
  const key = JSON.stringify([seat.tiles, seat.score, size, preview, places]);
  if (key === shown.drawn) return;
  shown.drawn = key;
  drawKingdom(shown, number, seat, size, { ...options, preview, places, halves: halvesOf(seat, position) });
};

// The two [terrain, crowns] of the domino that the seat has to place.
const halvesOf = (seat, position) => position.row.find(({ number }) => number === seat.domino)?.halves;

const drawKingdom = (shown, number, seat, size, options) => {
  const { words } = shown;
  const { corner, span } = frameOf(seat.tiles, size, options);
  const found = shapes.areas(seat.tiles);
  const areaOf = new Map(found.flatMap((area, index) => area.squares.map((square) => [square, index])));
  const width = UNIT * span + 2 * EDGE;
  setAttribute(shown.drawing, "viewBox", `0 0 ${width} ${width}`);
  shown.drawing.style.minWidth = options.places ? `${Math.ceil((LEAST_TARGET * width) / UNIT)}px` : "";
  const label = words.say("kingdom_of", { name: options.names[number] });
  setAttribute(shown.drawing, "aria-label", `${label}: ${found.map((area) => areaWords(area, words)).join("; ")}`);
  const parts = kingdomParts(seat.tiles, corner, span, number, (piece) => makePiece(piece, areaOf));
  for (const [square, turns] of turnsOf(options.places ?? [])) parts.push(makeSpot(square, turns, corner, options));
  if (options.preview && options.halves) parts.push(makeGhost(options.preview, options.halves, corner));
  shown.drawing.replaceChildren(...parts);
  drawLands(shown, found, besideAreas(seat, found, size, options.config?.variants));
};

// The points that no area gives, so that all lines below a kingdom add up to its score.
const besideAreas = (seat, found, size, variants) => {
  const items = shapes.bonuses(seat.tiles, size, variants);
  const points = [...found, ...items].reduce((sum, one) => sum + one.points, 0);
  return seat.score === points ? items : [...items, { key: "earlier_games", points: seat.score - points }];
};

// What of the field is drawn: the kingdom as near the middle as can be; while a place is chosen, all
// places, so that nothing moves below the pointer.
const frameOf = (tiles, size, { places, preview }) => {
  if (!places) return { corner: shapes.cornerOf([...tiles, ...reached(preview)], size), span: size };
  const squares = [[0, 0], ...tiles, ...places.flatMap(reached)];
  const [xs, ys] = [0, 1].map((axis) => squares.map((square) => square[axis]));
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, top - Math.min(...ys) + 1];
  const span = Math.max(size, wide, high);
  return { corner: [left - ((span - wide) >> 1), top + ((span - high) >> 1)], span };
};

const reached = (place) => (place ? [place, [place[0] + place[2], place[1] + place[3]]] : []);

const makeGhost = (place, halves, corner) => {
  const piece = shapes.piece(place, halves, corner);
  const ghost = makePiece(piece);
  ghost.append(makeOutline(piece));
  ghost.classList.add("ghost");
  return ghost;
};

// Every square that the domino may cover, with the places that do so: its left half there, turned
// clockwise, then its right half. A place is named by its index.
const turnsOf = (places) => {
  const found = new Map();
  for (const half of [0, 1]) {
    for (const [dx, dy] of CLOCKWISE) {
      places.forEach((place, index) => {
        if (place?.[2] !== dx || place[3] !== dy) return;
        const square = reached(place)[half].slice(0, 2).join();
        found.set(square, [...(found.get(square) ?? []), index]);
      });
    }
  }
  return found;
};

// A square to be pointed at: the whole of it, so that a thumb finds it.
const makeSpot = (square, turns, corner, { choose, preview }) => {
  const [x, y] = shapes.squareAt(square.split(",").map(Number), corner);
  const [mark, target] = [
    svg("circle", { class: "spot-mark", cx: x + UNIT / 2, cy: y + UNIT / 2, r: 10 }),
    svg("rect", { class: "spot", x, y, width: UNIT, height: UNIT, rx: 6 }),
  ];
  target.addEventListener("click", () => choose.onPick("place", turns));
  for (const [name, shown] of [
    ["pointerenter", turns],
    ["pointerleave", []],
  ])
    target.addEventListener(name, ({ pointerType }) => pointerType !== "touch" && choose.onPreview(shown));
  const isCovered = reached(preview).some((half) => half.slice(0, 2).join() === square);
  return svg("g", isCovered ? { class: "covered" } : {}, target, mark);
};

const areaWords = ({ terrain, squares, crowns, points }, words) =>
  words.say("area", { land: landOf(words, terrain), squares: squares.length, crowns, points });

// The areas below the kingdom, so that they can be lit from the keyboard too.
const drawLands = ({ lands, words }, found, beside) => {
  const items = [...found.map((area, index) => ({ ...area, index })), ...beside];
  const make = (item) => {
    if (item.key) return html("li", { class: "bonus" });
    const figures = html("span", { "aria-hidden": "true" });
    return html(
      "li",
      {},
      html("button", { type: "button", class: "area" }, figures, html("span", { class: "unseen" })),
    );
  };
  keyed(
    lands,
    items,
    (item) => item.key ?? item.index,
    make,
    (node, item) => {
      if (item.key) {
        setText(node, words.say("bonus", { title: words.say(item.key), n: item.points }));
        return;
      }
      const button = node.firstChild;
      button.className = `area ${item.terrain}${item.points ? "" : " bare"}`;
      button.dataset.area = item.index;
      const [figures, said] = button.children;
      setText(figures, `${landOf(words, item.terrain)} ${item.squares.length} × ${item.crowns}`);
      setText(said, areaWords(item, words));
    },
  );
};

// --- in words -------------------------------------------------------------------------------------

const landOf = (words, terrain) => words.thing("lands", terrain) ?? String(terrain);

// The position as text; website/games/kingdomino/site_game.py says the same.
export const asText = (position, { names, words }) => [
  [
    words.say("text_round", { n: position.round, name: names[position.current] }),
    words.say("bag", { n: position.bag_size }),
  ],
  [words.say("row"), rowText(position.row, names, words)],
  [words.say("next_row"), rowText(position.next_row, names, words)],
  ...position.seats.map((seat, number) => {
    const tiles = seat.tiles.map(([x, y, land, crowns]) => `${x},${y} ${landOf(words, land)}${"+".repeat(crowns)}`);
    const text = tiles.join("; ") || words.say("castle_alone");
    return [names[number], `${words.say("text_score", { score: seat.score })}. ${text}`];
  }),
];

const rowText = (dominoes, names, words) =>
  dominoes.map((one) => dominoText(one, names, words)).join("; ") || words.say("nothing");

const dominoText = ({ number, halves, king }, names, words) => {
  const lands = halves.map(([land, crowns]) => landOf(words, land) + "+".repeat(crowns));
  return `${number} ${lands.join(", ")}${king === null ? "" : ` (${names[king]})`}`;
};

// A domino, or where the seat's domino goes, seen from the castle.
export const optionText = (value, { words, position, seat }) => {
  if (value === null) return words.say("put_away");
  if (!Array.isArray(value)) return words.thing("dominoes", value) ?? String(value);
  const [x, y, dx, dy] = value;
  const [left, right] = (halvesOf(position.seats[seat], position) ?? []).map((half) => halfText(half, words));
  return words.say("place", { left, x, y, right, beside: words.say(`beside ${dx},${dy}`) });
};
