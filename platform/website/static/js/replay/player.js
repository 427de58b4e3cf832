// The player: where the replay stands, how it moves on, and the controls that say so.
import { setAttribute, setText } from "../board/dom.js";
import { makeCurve } from "./curve.js";
import { makeLog } from "./log.js";
import { drawQuestions } from "./question.js";
import { resultOf } from "./result.js";
import { listenToSwipes } from "./swipe.js";

const DELAYS = [2400, 1600, 1100, 750, 500, 320, 200, 110, 50]; // ms a frame at speed 1 to 9
const QUIET_SPEED = 6; // from here on steps come too fast to be read out
const ADDRESS_MS = 250;
const EVERYTHING = "";
const PUBLIC = "public";

export class Player {
  // `root` holds the elements that are named by data-part (see templates/matches/player.html).
  // `board` is what loadBoard() of ../board/load.js gave.
  constructor(root, replay, board, { frame = 0, ownsAddress = true } = {}) {
    const { words } = board;
    Object.assign(this, { root, replay, board, words, ownsAddress });
    this.frame = Math.min(frame, replay.last);
    this.speed = 4;
    this.seat = EVERYTHING;
    this.timer = null;
    this.part = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]));
    const go = (to) => this.go(to);
    this.showLog = this.part.log ? makeLog(this.part.log, replay, { words }) : () => {};
    this.showCurve = this.part.curve ? makeCurve(this.part.curve, replay, { words, go }) : () => {};
    this.result = resultOf(replay, words);
    this.#fill();
    this.#listen();
    this.draw();
  }

  // --- moving ------------------------------------------------------------------------------------

  go(frame) {
    this.frame = Math.min(Math.max(0, frame), this.replay.last);
    this.draw();
  }

  step(by) {
    this.pause();
    this.go(this.frame + by);
  }

  stepTurn(by) {
    this.pause();
    this.go(by < 0 ? this.replay.turnBefore(this.frame) : this.replay.turnAfter(this.frame));
  }

  toggle() {
    if (this.timer !== null) return this.pause();
    if (this.frame === this.replay.last) this.frame = 0;
    this.#next();
    this.draw();
  }

  #next() {
    this.timer = setTimeout(
      () => {
        this.frame += 1;
        if (this.frame >= this.replay.last) this.timer = null;
        else this.#next();
        this.go(this.frame);
      },
      DELAYS[this.speed - 1],
    );
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.draw();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.part.speed) this.part.speed.value = speed;
  }

  // --- showing -----------------------------------------------------------------------------------

  get position() {
    const position = this.replay.position(this.frame);
    const { looks } = this;
    return looks === undefined ? position : this.board.seenBy(position, looks);
  }

  // The seat through whose eyes the replay is seen; null: everybody's, undefined: all lies open.
  get looks() {
    if (this.seat === EVERYTHING) return undefined;
    return this.seat === PUBLIC ? null : Number(this.seat);
  }

  get options() {
    const { names, config } = this.replay;
    return { names, config, words: this.words, seat: this.looks ?? undefined, scores: this.replay.scores(this.frame) };
  }

  draw() {
    try {
      this.board.draw(this.part.board, this.position, this.options);
    } catch (error) {
      this.#stop(error);
      return;
    }
    this.#drawControls();
    this.showLog(this.frame, this.looks);
    this.showCurve(this.frame);
    if (this.part.question) {
      const context = {
        ...this.options,
        board: this.board,
        position: this.replay.position(this.frame),
        looks: this.looks,
      };
      const { frame, replay } = this;
      drawQuestions(this.part.question, replay.questions(frame), replay.output(frame), context);
    }
    this.#drawPlayOn();
    if (this.part.text?.closest("details").open) this.#drawText();
    this.#keepAddress();
  }

  #stop(error) {
    clearTimeout(this.timer);
    this.timer = null;
    setText(this.part.sentence, this.words.say("broken", { n: this.replay.number(this.frame) }));
    console.warn(error);
  }

  #drawControls() {
    const { part, words, replay, frame } = this;
    const playing = this.timer !== null;
    const told = replay.sentence(frame, this.looks);
    const sentence = told || words.say("start");
    setAttribute(part.sentence, "lang", told ? replay.language : words.language);
    setAttribute(part.sentence, "aria-live", playing && this.speed >= QUIET_SPEED ? "off" : "polite");
    setText(part.sentence, sentence);
    setText(part.result, frame === replay.last ? this.result : "");
    setText(part.count, words.say("of", { n: replay.number(frame), last: replay.number(replay.last) }));
    part.scrub.value = frame;
    setAttribute(
      part.scrub,
      "aria-valuetext",
      `${words.say("of", { n: replay.number(frame), last: replay.number(replay.last) })}: ${sentence}`,
    );
    part.play.classList.toggle("playing", playing);
    setAttribute(part.play, "aria-label", words.say(playing ? "pause" : "play"));
    for (const name of ["back", "turn-back", "first"]) if (part[name]) part[name].disabled = frame === 0;
    for (const name of ["next", "turn-next", "final"]) if (part[name]) part[name].disabled = frame === replay.last;
  }

  // Where the page offers it: a game from this position, as long as there is a question to come.
  #drawPlayOn() {
    const link = this.part["play-on"];
    if (!link) return;
    link.hidden = !this.replay.isOpen(this.frame);
    setAttribute(link, "href", `${link.pathname}?at=${this.replay.number(this.frame)}`);
  }

  #drawText() {
    const rows = this.board.asText(this.position, this.options);
    setText(this.part.text, rows.map(([label, text]) => `${label}: ${text}`).join("\n"));
  }

  async #copyLink({ currentTarget: button }) {
    const address = new URL(`?at=${this.replay.number(this.frame)}`, location.href);
    address.hash = "";
    await navigator.clipboard.writeText(address.href);
    setText(button, button.dataset.copied);
  }

  // The address follows, so that it can be copied; seldom, for browsers limit how often it may.
  #keepAddress() {
    if (!this.ownsAddress || this.timer !== null) return;
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      history.replaceState(null, "", `#e=${this.replay.number(this.frame)}`);
    }, ADDRESS_MS);
  }

  // --- controls ----------------------------------------------------------------------------------

  #fill() {
    const { part, replay, words } = this;
    part.scrub.max = replay.last;
    for (const bar of this.root.querySelectorAll("[data-needs-replay]")) bar.hidden = false;
    if (part.link) part.link.hidden = !this.ownsAddress || !navigator.clipboard;
    if (!part.seat) return;
    const seats = replay.names.map((name, seat) => new Option(words.say("seen", { name }), seat));
    const choices = [
      new Option(words.say("everything"), EVERYTHING),
      new Option(words.say("public"), PUBLIC),
      ...seats,
    ];
    part.seat.replaceChildren(...choices);
    part.seat.closest("label").hidden = !this.board.seenBy;
  }

  #listen() {
    const { part } = this;
    const clicks = {
      first: () => this.step(-Infinity),
      "turn-back": () => this.stepTurn(-1),
      back: () => this.step(-1),
      play: () => this.toggle(),
      next: () => this.step(1),
      "turn-next": () => this.stepTurn(1),
      final: () => this.step(Infinity),
    };
    for (const [name, act] of Object.entries(clicks)) part[name]?.addEventListener("click", act);
    part.scrub.addEventListener("input", () => {
      this.pause();
      this.go(Number(part.scrub.value));
    });
    part.speed?.addEventListener("change", () => this.setSpeed(Number(part.speed.value)));
    part.seat?.addEventListener("change", () => {
      this.seat = part.seat.value;
      this.draw();
    });
    listenToSwipes(part.board, this);
    part.link?.addEventListener("click", (event) => this.#copyLink(event));
    part.text?.closest("details").addEventListener("toggle", () => this.draw());
    part.log?.addEventListener("click", (event) => this.#clickLog(event));
  }

  #clickLog(event) {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.pause();
    this.go(this.replay.frameOf(Number(link.hash.slice(3))));
  }
}
