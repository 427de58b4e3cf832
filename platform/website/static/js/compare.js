// Boxes in the rows of a leaderboard: at most as many as fit into the chart, and kept when a poll
// brings new rows.
const form = document.getElementById("compare");
const boxes = () => [...form.elements].filter((one) => one.type === "checkbox");
const words = form.querySelector("[data-left]");
const usual = words.textContent;
const ticked = new Set();

const show = () => {
  const isFull = ticked.size >= Number(form.dataset.most);
  for (const box of boxes()) {
    box.checked = ticked.has(box.value);
    box.disabled = isFull && !box.checked;
  }
  words.textContent = isFull ? words.dataset.left : usual;
};

const read = () => {
  for (const box of boxes()) ticked[box.checked ? "add" : "delete"](box.value);
  show();
};

document.addEventListener("change", (event) => {
  if (event.target.form === form) read();
});
document.body.addEventListener("htmx:afterSwap", show);
read();
