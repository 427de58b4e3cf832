// A page with a game to be watched: fetch its replay and what the board says, then play.
import { loadBoard } from "../board/load.js";
import { Replay, ReplayError } from "./replay.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";

const root = document.querySelector("[data-replay]");

const fetched = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};

const asked = () => Number(/^#e=(\d{1,7})$/.exec(location.hash)?.[1] ?? root.dataset.at);

const open = async () => {
  performance.mark("replay-asked");
  const [board, data] = await Promise.all([loadBoard(root.dataset.words), fetched(root.dataset.replay)]);
  const replay = new Replay(data);
  const ownsAddress = root.dataset.frame === undefined;
  const player = new Player(root, replay, board, { frame: replay.frameOf(asked()), ownsAddress });
  listenToKeys(player, root.querySelector("[data-part=help]"));
  addEventListener("hashchange", () => {
    player.pause();
    player.go(replay.frameOf(asked()));
  });
  root.classList.add("ready");
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (root.dataset.autoplay !== undefined && !isCalm) player.toggle();
  performance.measure("replay-open", "replay-asked");
};

open().catch((error) => {
  const problem = root.querySelector("[data-part=problem]");
  problem.hidden = false;
  root.classList.add("failed"); // the position in words shows again
  console.warn(error instanceof ReplayError ? `${error.key} ${JSON.stringify(error.values)}` : error);
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.copied;
  });
}
