// The keyboard of a player. Keys that a focused control needs for itself are left to it.
const TYPES = "input:not([type=range]), textarea, select, [contenteditable]";
const PRESSES = "button, a, summary";

export const listenToKeys = (player, help) => {
  const acts = {
    " ": () => player.toggle(),
    k: () => player.toggle(),
    ArrowLeft: (event) => (event.shiftKey ? player.stepTurn(-1) : player.step(-1)),
    ArrowRight: (event) => (event.shiftKey ? player.stepTurn(1) : player.step(1)),
    PageUp: () => player.stepTurn(-1),
    PageDown: () => player.stepTurn(1),
    Home: () => player.step(-Infinity),
    End: () => player.step(Infinity),
    "?": () => help?.togglePopover(),
  };
  const onKey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPES)) return;
    if ((event.key === " " || event.key === "Enter") && event.target.closest?.(PRESSES)) return;
    if (/^[1-9]$/.test(event.key)) player.setSpeed(Number(event.key));
    else if (Object.hasOwn(acts, event.key)) acts[event.key](event);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
};
