// A page with a game to be watched: fetch its film and what the board says, then play.
import { loadWords } from "../board/words.js";
import { Film, FilmError } from "./film.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";

const root = document.querySelector("[data-film]");

const fetched = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};

const asked = () => Number(/^#e=(\d{1,7})$/.exec(location.hash)?.[1] ?? root.dataset.at);

const open = async () => {
  performance.mark("film-asked");
  const [words, data] = await Promise.all([loadWords(root.dataset.words), fetched(root.dataset.film)]);
  const film = new Film(data);
  const ownsAddress = root.dataset.frame === undefined;
  const player = new Player(root, film, words, { frame: film.frameOf(asked()), ownsAddress });
  listenToKeys(player, root.querySelector("[data-part=help]"));
  addEventListener("hashchange", () => {
    player.pause();
    player.go(film.frameOf(asked()));
  });
  root.classList.add("ready");
  performance.measure("film-open", "film-asked");
};

open().catch((error) => {
  const problem = root.querySelector("[data-part=problem]");
  problem.hidden = false;
  root.classList.add("failed"); // the position in words shows again
  console.warn(error instanceof FilmError ? `${error.key} ${JSON.stringify(error.values)}` : error);
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.copied;
  });
}
