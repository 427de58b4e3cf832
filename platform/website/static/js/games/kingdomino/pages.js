// Draws what pages have in words: the kingdoms that a game left, and single dominoes. Needs the
// drawings of templates/games/kingdomino/symbols.html on the page.
import { svg } from "../../board/dom.js";
import { kingdomParts, makeOutline, makePiece, makeTag } from "./drawing.js";
import * as shapes from "./shapes.js";

const makeOutlined = (piece) => {
  const drawn = makePiece(piece);
  drawn.append(makeOutline(piece));
  return drawn;
};

const drawKingdom = (element) => {
  const { tiles, numbers, size, seat } = JSON.parse(element.dataset.kingdom);
  const corner = shapes.cornerOf(tiles, size);
  const width = shapes.UNIT * size + 2 * shapes.EDGE;
  const words = element.querySelector("p");
  words.className = "unseen";
  const drawing = svg(
    "svg",
    {
      class: "board",
      viewBox: `0 0 ${width} ${width}`,
      role: "img",
      "aria-label": element.dataset.label,
      "aria-describedby": words.id,
    },
    ...kingdomParts(tiles, corner, size, seat, makeOutlined),
    ...shapes.pieces(tiles, corner).flatMap(({ middle }, place) => makeTag(numbers[place], middle)),
  );
  element.classList.add("drawn");
  element.append(drawing);
};

const drawDomino = (element) => {
  const { number, halves } = JSON.parse(element.dataset.domino);
  const piece = shapes.piece([0, 0, 1, 0], halves);
  const words = element.textContent;
  const drawing = svg("svg", { viewBox: "0 0 132 72", role: "img", "aria-label": words });
  drawing.append(makeOutlined(piece), ...makeTag(number, piece.middle));
  element.replaceChildren(drawing);
};

const draw = () => {
  document.querySelectorAll("[data-kingdom]:not(.drawn)").forEach(drawKingdom);
  document.querySelectorAll("[data-domino]").forEach((element) => {
    drawDomino(element);
    delete element.dataset.domino;
  });
};

document.body.addEventListener("htmx:afterSwap", draw);
draw();
