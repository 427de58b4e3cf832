// Drag and drop for the upload form. Without this file the same form is a plain file input.
const area = document.querySelector("[data-drop]");
const input = area?.querySelector("input[type=file]");
const note = area?.querySelector("[data-chosen]");

const readable = (bytes) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1048576
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1048576).toFixed(1)} MiB`;

const complaint = (file) => {
  if (!/\.(py|zip)$/i.test(file.name)) return area.dataset.wrongKind;
  if (file.size === 0) return area.dataset.empty;
  if (file.size > Number(area.dataset.most)) return area.dataset.tooBig;
  return "";
};

const show = () => {
  const file = input.files[0];
  const problem = file ? complaint(file) : "";
  input.setCustomValidity(problem);
  area.classList.toggle("wrong", problem !== "");
  note.textContent = file ? `${file.name} (${readable(file.size)})${problem ? ` – ${problem}` : ""}` : "";
};

if (input) {
  area.classList.add("ready");
  for (const name of ["dragenter", "dragover"]) {
    area.addEventListener(name, (event) => {
      event.preventDefault();
      area.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) area.addEventListener(name, () => area.classList.remove("over"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length === 0) return;
    const first = new DataTransfer();
    first.items.add(event.dataTransfer.files[0]);
    input.files = first.files;
    show();
  });
  input.addEventListener("change", show);
  show();
}
