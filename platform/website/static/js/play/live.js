// The board of a running match, drawn anew whenever the part beside it has changed.
import { boards } from "../board/index.js";
import { loadWords } from "../board/words.js";

const board = document.getElementById("live-board");
const words = await loadWords(board.dataset.words).catch(() => null);

const refresh = () => {
  const told = document.getElementById("live-game")?.dataset.table;
  board.hidden = !told;
  if (!told || !words) return;
  const { game, position, names, config } = JSON.parse(told);
  boards[game]?.(board, position, { names, words, config });
};

document.body.addEventListener("htmx:afterSwap", refresh);
refresh();
