// Dominoes and kingdoms as numbers for an SVG, in sixtieths of a square; y runs downwards here and
// upwards in the game.
export const UNIT = 60;
export const EDGE = 6; // around a drawing, so that no outline is cut off
export const INSET = 3; // a domino's outline within the borders of its squares
const ROUND = 8;
const CROWN = 14;
const PILL_EDGE = 4;
const PILL_TOP = 5;
const PILL_BOTTOM = 38;

const at = ([x, y], [left, top]) => [EDGE + UNIT * (x - left), EDGE + UNIT * (top - y)];

// A square's outline: round at the corners that are the domino's. `step` leads to its other half.
const outline = (x, y, [right, down]) => {
  const west = x + INSET * (right >= 0);
  const east = x + UNIT - INSET * (right <= 0);
  const north = y + INSET * (down >= 0);
  const south = y + UNIT - INSET * (down <= 0);
  const a = ROUND * (right >= 0 && down >= 0);
  const b = ROUND * (right <= 0 && down >= 0);
  const c = ROUND * (right <= 0 && down <= 0);
  const d = ROUND * (right >= 0 && down <= 0);
  return (
    `M${west + a} ${north}H${east - b}q${b} 0 ${b} ${b}V${south - c}q0 ${c} ${-c} ${c}` +
    `H${west + d}q${-d} 0 ${-d} ${-d}V${north + a}q0 ${-a} ${a} ${-a}z`
  );
};

const half = (square, [terrain, crowns], step, corner) => {
  const [x, y] = at(square, corner);
  const down = -step[1];
  return {
    x,
    y,
    terrain,
    crowns,
    key: square.join(),
    shape: outline(x, y, [step[0], down]),
    pill: [x + 5, y + (down < 0 ? PILL_BOTTOM : PILL_TOP), CROWN * crowns + 2 * PILL_EDGE],
  };
};

// A domino at [x, y, dx, dy] with its two [terrain, crowns].
export const piece = ([x, y, dx, dy], halves, corner = [0, 0]) => {
  const found = [half([x, y], halves[0], [dx, dy], corner), half([x + dx, y + dy], halves[1], [-dx, -dy], corner)];
  const middle = [0, 1].map((axis) => (axis ? found[0].y + found[1].y : found[0].x + found[1].x) / 2 + UNIT / 2);
  const reach = UNIT / 2 - INSET;
  const seam = dx
    ? `M${middle[0]} ${middle[1] - reach}v${2 * reach}`
    : `M${middle[0] - reach} ${middle[1]}h${2 * reach}`;
  return { halves: found, middle, seam, divided: halves[0][0] !== halves[1][0] };
};

// Where crowns stand on a half's label.
export const crowns = ({ pill: [left, top], crowns: count }) =>
  Array.from({ length: count }, (_, number) => [left + PILL_EDGE + CROWN * number, top + 2]);

// The label with a domino's number, around the middle of its seam.
export const tagAt = ([x, y]) => ({ x: x - 12, y: y - 8, width: 24, height: 16 });

const start = (first, last, size) => Math.max(last - size + 1, Math.min(first, -Math.floor(size / 2)));

// The square at the top left of a kingdom of `size`, such that its castle is as near the middle as
// can be.
export const cornerOf = (tiles, size) => {
  const xs = [0, ...tiles.map(([x]) => x)];
  const ys = [0, ...tiles.map(([, y]) => y)];
  const left = start(Math.min(...xs), Math.max(...xs), size);
  return [left, -start(-Math.max(...ys), -Math.min(...ys), size)];
};

// The dominoes of a kingdom: its tiles come half by half.
export const pieces = (tiles, corner) => {
  const found = [];
  for (let number = 0; number + 1 < tiles.length; number += 2) {
    const [[x, y, ...one], [u, v, ...other]] = [tiles[number], tiles[number + 1]];
    found.push(piece([x, y, u - x, v - y], [one, other], corner));
  }
  return found;
};

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

// Connected squares of one terrain: {terrain, squares: ["x,y", ...], crowns, points}.
export const areas = (tiles) => {
  const left = new Map(tiles.map((tile) => [`${tile[0]},${tile[1]}`, tile]));
  const found = [];
  for (const [key, [, , terrain]] of left) {
    const area = { terrain, squares: [], crowns: 0 };
    const waiting = [key];
    while (waiting.length) {
      const next = waiting.pop();
      const tile = left.get(next);
      if (!tile || tile[2] !== terrain) continue;
      left.delete(next);
      area.squares.push(next);
      area.crowns += tile[3];
      waiting.push(...DIRECTIONS.map(([dx, dy]) => `${tile[0] + dx},${tile[1] + dy}`));
    }
    found.push({ ...area, points: area.squares.length * area.crowns });
  }
  return found.sort((one, other) => other.points - one.points || other.squares.length - one.squares.length);
};

const HARMONY = 5;
const MIDDLE_KINGDOM = 10;

// The bonuses that a kingdom has earned so far: {key, points}.
export const bonuses = (tiles, size, variants = []) => {
  const isCentred = [0, 1].every((axis) => {
    const reach = [0, ...tiles.map((tile) => tile[axis])];
    return Math.min(...reach) === -Math.max(...reach);
  });
  const found = [];
  if (variants.includes("harmony") && tiles.length === size ** 2 - 1) found.push({ key: "harmony", points: HARMONY });
  if (variants.includes("middle_kingdom") && isCentred) found.push({ key: "middle_kingdom", points: MIDDLE_KINGDOM });
  return found;
};

// The borders of the areas as a path; not across a domino, which has its seam.
export const walls = (tiles, corner) => {
  const lands = new Map(tiles.map(([x, y, terrain]) => [`${x},${y}`, terrain]));
  const partner = new Map();
  for (let number = 0; number + 1 < tiles.length; number += 2) {
    const [one, other] = [tiles[number], tiles[number + 1]].map(([x, y]) => `${x},${y}`);
    partner.set(one, other).set(other, one);
  }
  const drawn = tiles.flatMap(([x, y, terrain]) =>
    DIRECTIONS.map(([dx, dy]) => {
      const beside = `${x + dx},${y + dy}`;
      if (lands.get(beside) === terrain || partner.get(`${x},${y}`) === beside) return "";
      const [left, top] = at([x, y], corner);
      return dx ? `M${left + UNIT * (dx > 0)} ${top}v${UNIT}` : `M${left} ${top + UNIT * (dy < 0)}h${UNIT}`;
    }),
  );
  return drawn.join("");
};

export const castleAt = (corner) => at([0, 0], corner);
export const squareAt = at;
