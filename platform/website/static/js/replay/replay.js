// A replay: the positions that a game went through. Its format is told in engine/replay.py. Replays may
// come from anyone's disk, so everything is checked before it is believed.
import { visible } from "../board/dom.js";

export const VERSION = 2;
export const MOST_MEGABYTES = 32;
const MOST_SEATS = 6;
const MOST_DEPTH = 6;

// Why a replay cannot be shown: `key` is the sentence's, `values` are its.
export class ReplayError extends Error {
  constructor(key, values = {}) {
    super(key);
    Object.assign(this, { key, values });
  }
}

export const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReplayError("not_json");
  }
};

const isWhole = (value) => Number.isInteger(value) && value >= 0;
const isRow = (row, length) => Array.isArray(row) && row.length >= length;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const check = (data) => {
  if (!isObject(data) || !("replay" in data)) throw new ReplayError("no_replay");
  if (data.replay > VERSION) throw new ReplayError("newer");
  if (data.replay !== VERSION) throw new ReplayError("no_replay");
  const lists = [data.frames, data.turns, data.scores, data.questions, data.names];
  const { seats } = data.start ?? {};
  const sound =
    lists.every(Array.isArray) &&
    Array.isArray(seats) &&
    seats.length >= 2 &&
    seats.length <= MOST_SEATS &&
    seats.every(isObject) &&
    data.names.length === seats.length &&
    data.names.every((name) => typeof name === "string") &&
    data.frames.every((frame) => isRow(frame, 3) && isFrame(frame)) &&
    data.turns.every((turn) => isRow(turn, 3) && turn.every(isWhole)) &&
    data.scores.every((row) => isRow(row, 2) && isWhole(row[0]) && Array.isArray(row[1])) &&
    data.questions.every(isQuestion) &&
    (data.output === undefined || (Array.isArray(data.output) && data.output.every(isOutput)));
  if (!sound) throw new ReplayError("no_replay");
};

const isFrame = ([number, , changes, seenBy = []]) =>
  isWhole(number) && Array.isArray(changes) && Array.isArray(seenBy);

const isQuestion = (one) =>
  isObject(one) &&
  isWhole(one.frame) &&
  isWhole(one.seat) &&
  Array.isArray(one.options) &&
  (one.picks === null || (Array.isArray(one.picks) && one.picks.every(isWhole))) &&
  (one.output === undefined || typeof one.output === "string") &&
  areNotes(one.notes);

const areNotes = (notes = []) => Array.isArray(notes) && notes.every((note) => typeof note === "string");

const isOutput = (row) =>
  isRow(row, 3) && isWhole(row[0]) && isWhole(row[1]) && typeof row[2] === "string" && areNotes(row[3]);

// The position with one change; what is untouched is shared with the one before.
const changed = (value, path, depth, what) => {
  if (depth === path.length) return what.length === 3 ? spliced(value, what) : what[0];
  if (depth > MOST_DEPTH || value === null || typeof value !== "object") throw new Error("no such path");
  const key = path[depth];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (what.length === 2 && depth === path.length - 1) {
    delete copy[key];
    return copy;
  }
  if (Array.isArray(value) && !(isWhole(key) && key < value.length)) throw new Error("no such place");
  const inner = Object.hasOwn(value, key) ? value[key] : undefined;
  Object.defineProperty(copy, key, {
    value: changed(inner, path, depth + 1, what),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
};

const spliced = (list, [place, removed, inserted]) => {
  if (!Array.isArray(list) || !Array.isArray(inserted)) throw new Error("no list");
  return [...list.slice(0, place), ...inserted, ...list.slice(place + removed)];
};

export class Replay {
  // `data` is what a replay's JSON holds. Throws ReplayError.
  constructor(data) {
    check(data);
    this.data = data;
    this.game = String(data.game);
    this.config = isObject(data.config) ? data.config : {};
    this.names = data.names.map(visible);
    this.language = /^[a-z]{2}$/.test(data.language) ? data.language : "en"; // of its sentences
    this.frames = data.frames.map(([number, sentence, , seenBy = [], toOthers]) => ({
      number,
      sentence: visible(sentence),
      seenBy,
      toOthers: toOthers === undefined ? null : visible(toOthers),
    }));
    this.last = this.frames.length;
    this.turns = data.turns.filter(([frame, seat]) => frame <= this.last && seat < this.names.length);
    this.positions = this.#positions();
  }

  #positions() {
    const found = [this.data.start];
    this.data.frames.forEach(([number, , changes]) => {
      try {
        const start = found.at(-1);
        found.push(changes.reduce((position, [path, ...what]) => changed(position, path, 0, what), start));
      } catch {
        throw new ReplayError("broken", { n: number });
      }
    });
    return found;
  }

  // Frames count from 1; 0 is the start.
  position(frame) {
    return this.positions[frame];
  }

  // What was told of it: all (`seat` undefined), or what that seat heard, or everybody (null).
  sentence(frame, seat) {
    if (!frame) return "";
    const { sentence, seenBy, toOthers } = this.frames[frame - 1];
    return seat === undefined || toOthers === null || seenBy.includes(seat) ? sentence : toOthers;
  }

  // The number of the frame's first event, which is its name in addresses.
  number(frame) {
    return frame ? this.frames[frame - 1].number : 0;
  }

  // The frame to which the event of that number belongs.
  frameOf(number) {
    return lastIndex(this.frames, (frame) => frame.number <= number) + 1;
  }

  scores(frame) {
    const rows = this.data.scores;
    const latest = lastIndex(rows, ([from]) => from <= frame);
    return rows[Math.max(0, latest)]?.[1] ?? [];
  }

  questions(frame) {
    return this.data.questions.filter((one) => one.frame === frame && one.seat < this.names.length);
  }

  // Whether a question follows this frame.
  isOpen(frame) {
    return this.data.questions.some((one) => one.frame >= frame);
  }

  // What bots printed before the first question and after the last: { seat, output, notes }.
  output(frame) {
    const rows = (this.data.output ?? []).filter(([at, seat]) => at === frame && seat < this.names.length);
    return rows.map(([, seat, output, notes]) => ({ seat, output, notes }));
  }

  // The frame with which the turn of a frame begins, and the number of the turn in `turns`; -1: none.
  turnAt(frame) {
    return lastIndex(this.turns, ([from]) => from <= frame);
  }

  turnBefore(frame) {
    const earlier = this.turns.filter(([from]) => from < frame);
    return earlier.at(-1)?.[0] ?? 0;
  }

  turnAfter(frame) {
    return this.turns.find(([from]) => from > frame)?.[0] ?? this.last;
  }
}

const lastIndex = (rows, fits) => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(rows[middle])) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
