// The game on the home page in a loop: what carries `data-at` appears in that order, then all of it
// stays for a while. Without JavaScript, or where motion is not wanted, the end of the game stands.
const GAME_MS = 18000;
const STEP_MS = [120, 600]; // shortest and longest
const END_MS = 5000;

const loop = (root) => {
  const parts = [...root.querySelectorAll("[data-at]")];
  const steps = [...new Set(parts.map((part) => Number(part.dataset.at)))].sort((one, other) => one - other);
  const pace = Math.min(Math.max(GAME_MS / steps.length, STEP_MS[0]), STEP_MS[1]);
  const [button, progress] = [root.querySelector("[data-pause]"), root.querySelector("progress")];
  let [shown, timer] = [steps.length, null];

  const draw = () => {
    const until = shown ? steps[shown - 1] : -1;
    for (const part of parts) part.classList.toggle("later", Number(part.dataset.at) > until);
    progress.value = shown;
  };
  const next = () => {
    if (!root.isConnected) return;
    if (!document.hidden) {
      shown = shown < steps.length ? shown + 1 : 0;
      draw();
    }
    timer = setTimeout(next, shown === steps.length ? END_MS : pace);
  };
  const label = () => {
    button.textContent = timer === null ? button.dataset.play : button.dataset.pause;
  };
  const toggle = () => {
    if (timer === null) next();
    else {
      clearTimeout(timer);
      timer = null;
    }
    label();
  };

  progress.max = steps.length;
  progress.value = shown;
  button.addEventListener("click", toggle);
  for (const node of [button, progress]) node.hidden = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) label();
  else toggle();
};

const begin = () => {
  const root = document.querySelector("[data-loop]:not([data-looped])");
  if (!root) return;
  root.dataset.looped = "";
  loop(root);
};
begin();
document.body.addEventListener("htmx:afterSettle", begin);
