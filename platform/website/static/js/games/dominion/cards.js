// Card faces: a shield in the tinctures of the card's types, its name, its cost, how many there are.
import { html, setText, svg } from "../../board/dom.js";

const SHIELD = "M2 2h36v20c0 12-9 19-18 24C11 41 2 34 2 22z";
const LONG_WORDS = [7, 10]; // letters from which a name is set tighter
// Each type has a charge of its own beside its tincture, so that colour never tells alone.
const CHARGES = {
  action: "M6 30 20 18l14 12v-8L20 10 6 22z",
  attack: "M18.5 8h3l1 17h5v3.5h-5.5V36h-4v-7.5h-5.5V25h5z",
  reaction: "M20 8 32 22 20 36 8 22z",
  treasure: "M20 11a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z",
  victory: "M10 34V12h5v4h3v-4h4v4h3v-4h5v22h-7v-7h-6v7z",
  curse: "M8 13l5-5 7 7.5 7-7.5 5 5-7.5 8 7.5 8-5 5-7-7.5-7 7.5-5-5 7.5-8z",
  duration: "M11 9h18v3L22 22l7 10v3H11v-3l7-10-7-10z",
  prize: "M20 8l3.8 9.2 9.9.8-7.5 6.5 2.3 9.7-8.5-5.2-8.5 5.2 2.3-9.7-7.5-6.5 9.9-.8z",
};

// A card as readers know it; one that is not known here by its name alone.
export const cardOf = (words, name) =>
  words.thing("cards", name) ?? { name: String(name), cost: null, kinds: [], types: "", text: "" };

const shield = (kinds) => {
  const fields = kinds.map((kind, number) =>
    svg("rect", {
      class: `field ${kind}`,
      x: (40 / kinds.length) * number,
      y: 0,
      width: 40 / kinds.length,
      height: 46,
    }),
  );
  const drawn = svg("svg", { class: "shield", viewBox: "0 0 40 48", "aria-hidden": "true" });
  drawn.append(
    svg("g", { class: "fields" }, ...fields),
    svg("path", { class: "charge", d: CHARGES[kinds.at(-1)] ?? "" }),
    svg("path", { class: "rim", d: SHIELD }),
  );
  return drawn;
};

const nameClass = (name) => {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  return ["face-name", "face-name tight", "face-name tightest"][LONG_WORDS.filter((long) => longest >= long).length];
};

// A face as a button, so that its text can be reached by keyboard; see tip.js for the text.
export const makeFace = (name, words, shape = "face") => {
  const card = cardOf(words, name);
  const face = html(
    "button",
    { type: "button", class: `${shape} ${card.kinds.join(" ")}`, "data-card": name },
    html("span", { class: nameClass(card.name), "aria-hidden": "true" }, card.name),
    shield(card.kinds),
    html("span", { class: "face-cost coin", "aria-hidden": "true" }),
    html("span", { class: "face-count", "aria-hidden": "true" }),
    html("span", { class: "unseen" }),
  );
  return face;
};

// `count`: how many there are; `cost`: what it costs now; `marked`: picked or pointed at.
export const updateFace = (face, words, { count, cost, marked = false, pick = null, aged = false }) => {
  const card = cardOf(words, face.dataset.card);
  const costs = cost ?? card.cost;
  const [, , coin, badge, said] = face.children;
  setText(coin, costs ?? "");
  coin.hidden = costs === null;
  coin.classList.toggle("changed", card.cost !== null && costs !== card.cost);
  setText(badge, count === 1 && !face.classList.contains("pile") ? "" : count);
  face.classList.toggle("marked", marked);
  face.classList.toggle("choice", pick !== null);
  face.classList.toggle("gone", count === 0);
  face.classList.toggle("aged", aged);
  face.onclick = pick;
  const parts = [card.name, words.say("cards", { n: count })];
  if (costs !== null) parts.push(words.say("cost", { cost: costs }));
  if (marked) parts.push(words.say("marked"));
  setText(said, parts.join(", "));
};
