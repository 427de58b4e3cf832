// A replay from the reader's own disk: chosen or dropped, read here and sent nowhere.
import { loadBoard } from "../board/load.js";
import { setText } from "../board/dom.js";
import { Replay, ReplayError, MOST_MEGABYTES, parse } from "./replay.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";

const root = document.querySelector("[data-words-of]");
const field = root.querySelector("input[type=file]");
const zone = root.querySelector("[data-zone]");
const problem = root.querySelector("[data-part=problem]");
const stage = root.querySelector("[data-part=stage]");
const empty = stage.cloneNode(true);
let silence = () => {};

const games = root.dataset.games.split(" ");
const boardOf = (game) => loadBoard(root.dataset.wordsOf.replace("GAME", encodeURIComponent(game)));

const show = async (file) => {
  problem.hidden = true;
  if (file.size > MOST_MEGABYTES * 1e6) throw new ReplayError("too_large", { most: MOST_MEGABYTES });
  const data = parse(await file.text());
  const replay = new Replay(data);
  if (!games.includes(replay.game)) throw new ReplayError("unknown_game");
  const board = await boardOf(replay.game);
  const fresh = empty.cloneNode(true);
  root.querySelector("[data-part=stage]").replaceWith(fresh);
  fresh.hidden = false;
  silence();
  const player = new Player(fresh, replay, board, { ownsAddress: false });
  silence = listenToKeys(player, fresh.querySelector("[data-part=help]"));
  root.classList.add("ready");
  fresh.querySelector("[data-part=play]").focus();
};

const complain = async (error) => {
  const { words } = await boardOf(games[0]);
  const known = error instanceof ReplayError;
  if (!known) console.warn(error);
  problem.hidden = false;
  setText(problem, known ? words.say(error.key, error.values) : words.say("no_replay"));
};

const take = (file) => file && show(file).catch(complain);

field.addEventListener("change", () => take(field.files[0]));
zone.classList.add("ready");
zone.addEventListener("dragover", (event) => {
  event.preventDefault();
  zone.classList.add("over");
});
zone.addEventListener("dragleave", () => zone.classList.remove("over"));
zone.addEventListener("drop", (event) => {
  event.preventDefault();
  zone.classList.remove("over");
  take(event.dataTransfer.files[0]);
});
