// What is picked of a decision, kept in step with the inputs of its form: checked boxes, the order
// in which they were picked, and whether it can be sent.
export class Picks {
  constructor(panel, changed) {
    this.fieldset = panel.querySelector("fieldset.picks");
    this.inputs = [...panel.querySelectorAll("input[name=pick]")];
    this.confirm = panel.querySelector("[data-confirm]");
    this.count = panel.querySelector("[data-count]");
    this.order = panel.querySelector("#order");
    this.least = Number(this.fieldset?.dataset.least);
    this.most = Number(this.fieldset?.dataset.most);
    this.changed = changed;
    // All that is to be ordered is picked in the order in which it stands.
    const all = this.order?.value ? this.inputs : this.inputs.filter((input) => input.checked);
    this.chosen = all.map((input) => this.inputs.indexOf(input));
  }

  get ordered() {
    return this.order !== null;
  }

  get single() {
    return this.most === 1;
  }

  get complete() {
    return this.chosen.length >= this.least && this.chosen.length <= this.most;
  }

  has(index) {
    return this.chosen.includes(index);
  }

  // Pick it; where as many are picked as may be, the first one makes room.
  add(index) {
    if (!this.has(index)) this.chosen = [...this.chosen, index].slice(-this.most);
    this.show();
  }

  remove(...indices) {
    this.chosen = this.chosen.filter((index) => !indices.includes(index));
    this.show();
  }

  toggle(index) {
    if (this.has(index)) this.remove(index);
    else this.add(index);
  }

  undo() {
    this.chosen = this.chosen.slice(0, -1);
    this.show();
  }

  clear() {
    this.chosen = [];
    this.show();
  }

  show() {
    this.inputs.forEach((input, index) => {
      input.checked = this.has(index);
      const number = input.nextElementSibling;
      const place = this.chosen.indexOf(index) + 1;
      number.textContent = this.ordered && place ? `${place}.` : index + 1;
      number.classList.toggle("in-order", this.ordered && place > 0);
    });
    if (this.order) this.order.value = this.chosen.map((index) => index + 1).join(" ");
    if (this.confirm) {
      this.confirm.disabled = !this.complete || this.chosen.length === 0;
      this.count.textContent = this.single || !this.chosen.length ? "" : ` (${this.chosen.length})`;
    }
    this.changed();
  }
}
