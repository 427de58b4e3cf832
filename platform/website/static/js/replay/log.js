// The log of a replay: every sentence is a link to its event; the one that is shown is marked.
import { html, setText } from "../board/dom.js";

export const makeLog = (element, replay, { words }) => {
  const links = [null];
  const newList = () => html("ol", { class: "log-lines", lang: replay.language });
  const turnOf = new Map(replay.turns.map((turn) => [turn[0], turn]));
  let list = newList();
  const parts = [section(words.say("set_up"), list)];
  replay.frames.forEach(({ number, sentence }, place) => {
    const turn = turnOf.get(place + 1);
    if (turn) {
      list = newList();
      parts.push(section("", list, `castle-${turn[1]}`));
    }
    const link = html("a", { href: `#e=${number}` }, sentence);
    if (turn) link.className = "log-turn";
    links.push(link);
    list.append(html("li", {}, link));
  });
  element.replaceChildren(...parts.filter((part) => part.querySelector("a")));
  let marked = null;
  let heard;
  return (frame, seat) => {
    if (seat !== heard) {
      heard = seat;
      links.forEach((link, place) => link && setText(link, replay.sentence(place, seat)));
    }
    marked?.removeAttribute("aria-current");
    marked = links[frame];
    marked?.setAttribute("aria-current", "step");
    if (marked) reveal(element, marked);
  };
};

const section = (title, list, colour = "") => {
  const part = html("section", { class: `log-section ${colour}` });
  if (title) part.append(html("p", { class: "log-title" }, title));
  part.append(list);
  return part;
};

// Scroll the log alone, never the page.
const reveal = (box, line) => {
  const [outer, inner] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollTop += inner.top - outer.top - outer.height / 3;
  }
};
