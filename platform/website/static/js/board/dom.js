// The few helpers with which boards are drawn. All that is shown goes through textContent: names
// and files may come from anyone.
const SVG = "http://www.w3.org/2000/svg";

const filled = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
};

export const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

// Write only what differs: an untouched node is neither painted nor announced again.
export const setText = (node, text) => {
  const shown = String(text ?? "");
  if (node.textContent !== shown) node.textContent = shown;
};

export const setAttribute = (node, name, value) => {
  if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
};

const nodesOf = new WeakMap();
const valuesOf = new WeakMap();
const tablesOf = new WeakMap();

// Show `items` as children of `parent`, each in the node that its key had before. Nodes are moved
// only where the order differs, so focus and hovering survive a step.
export const keyed = (parent, items, keyOf, make, update) => {
  const before = nodesOf.get(parent) ?? new Map();
  const now = new Map();
  let place = parent.firstChild;
  for (const item of items) {
    const key = keyOf(item);
    const node = before.get(key) ?? make(item);
    update(node, item);
    now.set(key, node);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  for (const [key, node] of before) if (now.get(key) !== node) node.remove();
  nodesOf.set(parent, now);
};

// Whether these values are those of the last call for this node: then there is nothing to draw anew.
// Replays share what has not changed between positions, so that references tell.
export const unchanged = (node, ...values) => {
  const before = valuesOf.get(node);
  valuesOf.set(node, values);
  return before?.length === values.length && values.every((value, place) => value === before[place]);
};

// The table that stands in an element: the one of before as long as it has as many seats and speaks
// the same words, else a new one of `make(element, position, words)`.
export const tableIn = (element, position, words, make) => {
  const before = tablesOf.get(element);
  if (before?.words === words && before.seats.length === position.seats.length) return before;
  const table = make(element, position, words);
  tablesOf.set(element, table);
  return table;
};

// ["Copper", "Copper", "Estate"] -> [["Copper", 2], ["Estate", 1]], in the order of first sight.
export const counted = (names) => {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts];
};

const ODD = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

// A stranger's text with control and direction characters shown instead of obeyed.
export const visible = (text) => String(text).replace(ODD, "\ufffd");

// The same, with its lines and tabs.
export const visibleLines = (text) =>
  text
    .split(/([\n\t])/)
    .map((part) => (/^[\n\t]$/.test(part) ? part : visible(part)))
    .join("");
