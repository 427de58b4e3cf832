// A page from the kit that holds its replay, the words of its board, and all that it needs.
import { boardSaying } from "../board/load.js";
import { Replay } from "./replay.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";

const root = document.querySelector(".replay");
const held = (id) => JSON.parse(document.getElementById(id).textContent);

const open = async () => {
  const board = await boardSaying(held("words"));
  const player = new Player(root, new Replay(held("replay")), board, { ownsAddress: false });
  listenToKeys(player, root.querySelector("[data-part=help]"));
  root.classList.add("ready");
};

open().catch((error) => {
  root.querySelector("[data-part=problem]").hidden = false;
  console.warn(error);
});
