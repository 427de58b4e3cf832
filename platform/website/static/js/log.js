// The game log: fold and unfold all turns, and open what a deep link names.
const turns = () => document.querySelectorAll("details.turn");

for (const button of document.querySelectorAll("[data-fold]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const turn of turns()) turn.open = button.dataset.fold === "open";
  });
}

const openTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!target) return;
  const turn = target.closest("details.turn") ?? target.querySelector("details.turn");
  for (const fold of [turn, target.closest("details.log-fold")]) if (fold) fold.open = true;
  target.scrollIntoView();
};
window.addEventListener("hashchange", openTarget);
openTarget();
