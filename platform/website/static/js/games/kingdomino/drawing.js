// Dominoes and kingdoms as parts of an SVG.
import { svg } from "../../board/dom.js";
import * as shapes from "./shapes.js";

const { EDGE, UNIT } = shapes;

// All of a kingdom on `size` squares a side, `corner` at the top left.
export const kingdomParts = (tiles, corner, size, seat, drawPiece = makePiece) => [
  ...freeSquares(size),
  ...shapes.pieces(tiles, corner).map((piece) => drawPiece(piece)),
  svg("path", { class: "walls", d: shapes.walls(tiles, corner) }),
  ...makeCastle(seat, corner),
];

const freeSquares = (size) => {
  const all = Array.from({ length: size * size }, (_, number) => [number % size, Math.floor(number / size)]);
  return all.map(([x, y]) =>
    svg("rect", { class: "free", x: EDGE + UNIT * x, y: EDGE + UNIT * y, width: UNIT, height: UNIT }),
  );
};

// `areaOf` has the number of its area for a square.
export const makePiece = (piece, areaOf = new Map()) => {
  const group = svg("g", { class: "piece" });
  for (const half of piece.halves) {
    const square = svg("g", { class: "square", "data-area": areaOf.get(half.key) });
    square.append(
      svg("path", { class: `land ${half.terrain}`, d: half.shape }),
      svg("use", {
        class: half.terrain,
        href: `#land-${half.terrain}`,
        x: half.x,
        y: half.y,
        width: UNIT,
        height: UNIT,
      }),
    );
    if (half.crowns) square.append(...makePill(half));
    group.append(square);
  }
  group.append(svg("path", { class: piece.divided ? "seam border" : "seam", d: piece.seam }));
  return group;
};

// The line around a whole domino.
export const makeOutline = ({ halves: [one, other] }) => {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)].map((edge) => edge + shapes.INSET);
  const [width, height] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)].map(
    (reach) => reach + UNIT - 2 * shapes.INSET,
  );
  return svg("rect", { class: "outline", x, y, width, height, rx: 8 });
};

const makePill = (half) => [
  svg("rect", { class: "pill", x: half.pill[0], y: half.pill[1], width: half.pill[2], height: 17, rx: 4 }),
  ...shapes.crowns(half).map(([x, y]) => svg("use", { href: "#crown", x, y, width: 14, height: 13 })),
];

const makeCastle = (number, corner) => {
  const [x, y] = shapes.castleAt(corner);
  const label = svg("text", { class: `castle-number castle-${number}`, x: x + 30, y: y + 47 });
  label.textContent = number + 1;
  return [svg("use", { class: `castle castle-${number}`, href: "#castle", x, y, width: UNIT, height: UNIT }), label];
};

// The number of a domino on its seam.
export const makeTag = (number, middle) => {
  const { x, y, width, height } = shapes.tagAt(middle);
  const label = svg("text", { class: "tag-number", x: middle[0], y: middle[1], dy: 4.5 });
  label.textContent = number;
  return [svg("rect", { class: "tag-box", x, y, width, height, rx: 5 }), label];
};
