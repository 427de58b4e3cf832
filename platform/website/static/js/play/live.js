// The board of a running match, drawn anew whenever the part beside it has changed.
import { loadBoard } from "../board/load.js";

const element = document.getElementById("live-board");
const board = await loadBoard(element.dataset.words).catch(() => null);

const refresh = () => {
  const told = document.getElementById("live-game")?.dataset.table;
  element.hidden = !told;
  if (!told || !board) return;
  const { position, names, config } = JSON.parse(told);
  board.draw(element, position, { names, words: board.words, config });
};

document.body.addEventListener("htmx:afterSwap", refresh);
refresh();
