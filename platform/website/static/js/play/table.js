// A table at which a person plays: the board beside the form, both for picking. Without this file
// the form alone does it. The panel (#table) is renewed by htmx, the board stays and is updated.
import { loadBoard } from "../board/load.js";
import { Picks } from "./picks.js";

const AT_ONCE = "play-at-once";
const element = document.getElementById("board");
const form = document.getElementById("answer");
const said = document.getElementById("said");
const panel = () => document.getElementById("table");
const wordOf = (key) => document.getElementById("play-words").content.querySelector(`[data-word="${key}"]`).textContent;

let data = null;
let picks = null;
let shownNumber = null;
let anchor = []; // the places around the square that was picked last, see games/plain.js
let listWanted = false; // on a phone, where the board shows what may be picked
const hovers = matchMedia("(hover: hover)");
const isPhone = matchMedia("(max-width: 44rem)");

// --- the board ------------------------------------------------------------------------------------

const board = await loadBoard(element.dataset.words).catch(() => null);

const marks = (question) => {
  if (!question?.zone) return {};
  const values = picks.chosen.map((index) => question.options[index]);
  if (question.zone === "place") return { seat: data.seat, place: values[0] ?? undefined };
  return { [question.zone]: values };
};

const choices = (question) => {
  if (!question?.zone) return undefined;
  return { seat: question.of ?? data.seat, [question.zone]: question.options, onPick, onPreview };
};

const draw = (preview) => {
  if (!board) return;
  const { names, config, seat, scores, question } = data;
  const shown = preview ? { ...marks(question), place: preview } : marks(question);
  const choose = choices(question);
  board.draw(element, data.position, { names, words: board.words, config, seat, scores, marks: shown, choose });
};

// Of a square that is pointed at the first place, unless one of its places is picked.
const onPreview = (turns) => draw(turns.includes(picks.chosen[0]) ? undefined : data.question.options[turns[0]]);

// Pick a square's first place, and its next one when it is picked again.
const turn = (turns) => {
  anchor = turns;
  if (turns.length) picks.add(turns[(turns.indexOf(picks.chosen[0]) + 1) % turns.length]);
};

const canTurn = () => anchor.length > 1 && anchor.includes(picks.chosen[0]);

const onPick = (zone, value) => {
  if (zone === "place") return turn(value);
  const index = freeIndex(value);
  if (picks.single && picks.has(index)) return hovers.matches ? send() : undefined;
  if (index === undefined) picks.remove(...indicesOf(value));
  else picks.add(index);
  if (picks.single && isAtOnce()) send();
};

const indicesOf = (value) => data.question.options.flatMap((one, index) => (one === value ? [index] : []));
// Of equal cards the next that is not picked; of a single pick the one that is.
const freeIndex = (value) => {
  const all = indicesOf(value);
  return picks.single ? all[0] : all.find((index) => !picks.has(index));
};

// --- sending --------------------------------------------------------------------------------------

const isAtOnce = () => Boolean(panel().querySelector("[data-at-once]")?.checked);

const send = () => {
  const none = panel().querySelector("[data-none]");
  if (picks.chosen.length && picks.complete) form.requestSubmit(picks.confirm);
  else if (!picks.chosen.length && none) form.requestSubmit(none);
};

// The buttons stand outside the form, where htmx does not look for the one that was pressed.
form.addEventListener(
  "submit",
  ({ submitter }) => {
    form.querySelector("[data-pressed]")?.remove();
    if (!submitter?.name) return;
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: submitter.name, value: submitter.value });
    pressed.dataset.pressed = "";
    form.append(pressed);
  },
  { capture: true },
);

// --- the keyboard ---------------------------------------------------------------------------------

const isTyping = (target) => target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
const isControl = (target) => target.closest("button, a, summary") !== null;

const step = (target, by) => {
  const at = picks.inputs.indexOf(target);
  const next = picks.inputs[at < 0 ? 0 : (at + by + picks.inputs.length) % picks.inputs.length];
  next?.focus();
};

const KEYS = {
  Escape: () => picks.clear(),
  Backspace: () => picks.undo(),
  r: () => canTurn() && turn(anchor),
  ArrowDown: (target) => step(target, 1),
  ArrowUp: (target) => step(target, -1),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!data?.question || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
  if (/^\d$/.test(key)) {
    const index = (Number(key) + 9) % 10;
    if (!picks.inputs[index]) return;
    if (picks.single) picks.add(index);
    else picks.toggle(index);
    if (picks.single && isAtOnce()) send();
  } else if (key === "Enter" && !isControl(target)) send();
  else if (key in KEYS && !(target.type === "radio" && key.startsWith("Arrow")) && !isControl(target))
    KEYS[key](target);
  else return;
  event.preventDefault();
});

// --- the panel ------------------------------------------------------------------------------------

const wire = () => {
  for (const [index, input] of picks.inputs.entries()) {
    input.addEventListener("change", () => (input.checked ? picks.add(index) : picks.remove(index)));
    // Pointing sends at once where that is wished; arrow keys, which also pick, do not.
    input.addEventListener("click", (event) => event.detail && picks.single && isAtOnce() && send());
  }
  wireButtons();
  const order = panel().querySelector(".order-field"); // the badges say it as well
  if (order) order.hidden = true;
  const keys = panel().querySelector(".keys");
  const atOnce = panel().querySelector("[data-at-once]");
  if (!atOnce) return;
  keys.hidden = false;
  atOnce.checked = localStorage.getItem(AT_ONCE) === "yes";
  atOnce.addEventListener("change", () => localStorage.setItem(AT_ONCE, atOnce.checked ? "yes" : "no"));
};

const wireButtons = () => {
  const [turns, undo, list] = ["[data-turn]", "[data-undo]", ".pick-list"].map((one) => panel().querySelector(one));
  if (!list) return;
  turns.hidden = !board || data.question.zone !== "place";
  turns.addEventListener("click", () => turn(anchor));
  undo.hidden = false;
  undo.addEventListener("click", () => picks.undo());
  list.querySelector("summary").hidden = !board || !data.question.zone;
  list.open = !isPhone.matches || !board || !data.question.zone || listWanted;
  list.addEventListener("toggle", () => {
    if (isPhone.matches && data.question?.zone) listWanted = list.open;
  });
};

const showButtons = () => {
  const [turns, undo] = ["[data-turn]", "[data-undo]"].map((one) => panel().querySelector(one));
  if (!undo) return;
  undo.disabled = !picks.chosen.length;
  turns.disabled = !canTurn();
};

const announce = () => {
  const { status, number } = panel().dataset;
  const state = `${status} ${number}`;
  if (state === shownNumber) return;
  const first = shownNumber === null;
  shownNumber = state;
  const asked = [...panel().querySelectorAll("#prompt, #whose")];
  const prompt = asked.map((part) => part.textContent.trim()).join(" · ");
  if (status === "asking") said.textContent = `${wordOf("your-move")}: ${prompt}`;
  else said.textContent = status === "waiting" ? wordOf("thinking") : `${wordOf("over")}. ${prompt}`;
  if (!first && document.activeElement === document.body)
    panel().querySelector("#prompt")?.focus({ preventScroll: true });
};

const refresh = () => {
  data = JSON.parse(panel().dataset.table);
  anchor = [];
  picks = new Picks(panel(), () => {
    draw();
    showButtons();
  });
  picks.show();
  wire();
  announce();
};

document.body.addEventListener("htmx:afterSwap", refresh);
refresh();
