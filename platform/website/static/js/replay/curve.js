// Points over the game: a line of steps for every seat, and where the replay stands now.
import { html, setAttribute, svg } from "../board/dom.js";

const [WIDTH, HEIGHT, EDGE] = [320, 110, 6];

export const makeCurve = (element, replay, { words, go }) => {
  const rows = replay.data.scores;
  const points = rows.flatMap(([, scores]) => scores).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...points), Math.max(1, ...points)];
  const x = (frame) => EDGE + ((WIDTH - 2 * EDGE) * frame) / Math.max(1, replay.last);
  const y = (score) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (score - low)) / (high - low);
  const drawing = svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const ends = replay.names.map((name, seat) => `${name} ${rows.at(-1)?.[1][seat]}`);
  setAttribute(drawing, "aria-label", words.say("curve", { points: ends.join(", ") }));
  const now = svg("line", { class: "now", y1: 0, y2: HEIGHT });
  drawing.append(svg("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }));
  replay.names.forEach((_, seat) => {
    const steps = rows.map(([frame, scores]) => `H${x(frame)}V${y(scores[seat] ?? 0)}`).join("");
    const start = `M${x(0)} ${y(rows[0]?.[1][seat] ?? 0)}`;
    drawing.append(svg("path", { class: `line castle-${seat}`, d: `${start}${steps}H${x(replay.last)}` }));
  });
  drawing.append(now);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
    go(Math.round((share / (WIDTH - 2 * EDGE)) * replay.last));
  });
  element.replaceChildren(drawing, legend(replay));
  return (frame) => {
    setAttribute(now, "x1", x(frame));
    setAttribute(now, "x2", x(frame));
  };
};

const legend = (replay) =>
  html(
    "ul",
    { class: "curve-legend" },
    ...replay.names.map((name, seat) =>
      html(
        "li",
        {},
        html("span", { class: `mark castle-${seat}`, "aria-hidden": "true" }, seat + 1),
        html("bdi", {}, name),
      ),
    ),
  );
