// The text of a card, shown beside its face while that is hovered or focused. Escape closes it.
import { html, setText } from "../../board/dom.js";
import { cardOf } from "./cards.js";

const GAP = 8;

const place = (tip, face) => {
  const at = face.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
  const above = at.top - height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > GAP ? above : at.bottom + GAP}px`;
};

const fill = (tip, card, words) => {
  const [name, types, text, cost] = tip.children;
  setText(name, card.name);
  setText(types, card.types);
  setText(text, card.text || words.say("no_text"));
  setText(cost, card.cost ?? "");
  cost.hidden = card.cost === null;
};

// One tip serves all faces in `root`, those that come later too.
export const addTip = (root, words) => {
  const id = `tip-${Math.random().toString(36).slice(2)}`;
  const parts = ["strong", "span", "p", "span"].map((tag) => html(tag));
  const tip = html("div", { class: "tip", role: "tooltip", id, hidden: "" }, ...parts);
  parts[3].className = "coin";
  root.append(tip);
  let shown = null;
  const hide = () => {
    shown?.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  };
  const show = (face) => {
    if (!face || face === shown) return;
    hide();
    shown = face;
    fill(tip, cardOf(words, face.dataset.card), words);
    tip.hidden = false;
    face.setAttribute("aria-describedby", id);
    place(tip, face);
  };
  const faceOf = (event) => event.target.closest?.("[data-card]");
  root.addEventListener("pointerover", (event) => (faceOf(event) ? show(faceOf(event)) : hide()));
  root.addEventListener("pointerleave", hide);
  root.addEventListener("focusin", (event) => show(faceOf(event)));
  root.addEventListener("focusout", hide);
  document.addEventListener("scroll", () => shown && place(tip, shown), { passive: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  return { refresh: () => shown && !shown.isConnected && hide() };
};
