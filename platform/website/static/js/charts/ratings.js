// The rating chart: mu, of one or two bots with its interval and, of one alone, the rating and where
// its versions begin. Of several, each line has its dashes and its number. Points come as JSON and are
// asked for again when the page has heard of new matches. Arrow keys go from point to point.
import { colour, onThemeChange } from "./theme.js";

const HEIGHT = 280;
const NARROW = 560;
const LABEL = 36; // pixels for a version's label
const LINE = 14; // and for a line's number
const LINES = [
  { mean: "vert-deep", band: "vert", dash: [] },
  { mean: "azure", band: "azure", dash: [6, 3] },
  { mean: "gules", band: "gules", dash: [2, 3] },
  { mean: "or", band: "or", dash: [] },
  { mean: "curse", band: "curse", dash: [10, 4] },
  { mean: "soft", band: "soft", dash: [2, 6] },
];
const WITH_BANDS = 2; // bots; more of them would hide each other
const language = document.documentElement.lang;
const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const figure = (value) => value.toLocaleString(language, oneDigit).replace("-", "−");
const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString(language, { timeZone: "UTC", dateStyle: "medium" });

class Chart {
  constructor(root) {
    this.root = root;
    this.plot = root.querySelector("[data-plot]");
    this.said = root.querySelector("[data-said]");
    this.lines = [...root.querySelectorAll("[data-line]")].map((line) => line.dataset);
    this.words = (name) => root.dataset[`words${name[0].toUpperCase()}${name.slice(1)}`];
    this.by = "match";
    this.at = null;
    this.prepare();
    this.load();
  }

  prepare() {
    const { plot, root } = this;
    plot.hidden = false;
    root.querySelector("[data-head]").hidden = false;
    plot.addEventListener("keydown", (event) => this.key(event));
    for (const button of root.querySelectorAll("[data-by]")) {
      button.addEventListener("click", () => this.choose(button));
    }
    const details = root.querySelector("[data-table]");
    details.hidden = false;
    details.addEventListener("toggle", () => this.tabulate());
    onThemeChange(() => this.draw());
    new ResizeObserver(() => this.resize()).observe(plot);
    document.body.addEventListener("htmx:afterSwap", (event) => {
      if (event.detail.target?.id === "live") this.load();
    });
  }

  choose(chosen) {
    this.by = chosen.dataset.by;
    for (const button of this.root.querySelectorAll("[data-by]")) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    this.load();
  }

  async load() {
    const { by } = this;
    try {
      const series = await Promise.all(this.lines.map((line) => points(line.line, by)));
      if (by !== this.by) return;
      const seen = JSON.stringify(series);
      if (seen === this.seen) return;
      Object.assign(this, { series, seen, at: null });
      this.data = window.uPlot.join(series.map(columns));
      this.draw();
      this.tabulate();
    } catch {
      this.said.textContent = this.words("failed");
    }
  }

  draw() {
    if (!this.data) return;
    this.drawn?.destroy();
    this.drawn = new window.uPlot(this.options(), this.data, this.plot);
    const last = this.data[0].length - 1;
    this.say(last);
    this.makeSlider(last);
  }

  // Only now: a slider needs a value.
  makeSlider(last) {
    if (last < 0) return;
    this.plot.tabIndex = 0;
    const named = { role: "slider", "aria-label": this.root.dataset.label };
    const span = { "aria-valuemin": "0", "aria-valuemax": String(last) };
    for (const [name, value] of Object.entries({ ...named, ...span })) this.plot.setAttribute(name, value);
  }

  resize() {
    const width = this.plot.clientWidth;
    if (this.drawn && width && width !== this.drawn.width) this.drawn.setSize({ width, height: HEIGHT });
  }

  options() {
    const isDay = this.by === "day";
    const axis = {
      stroke: colour("soft"),
      grid: { stroke: colour("rule"), width: 1 },
      ticks: { stroke: colour("rule"), width: 1 },
      font: "12px sans-serif",
    };
    const ticks = (_plot, values) => values.map((value) => (isDay ? day(value) : value));
    const isWide = this.plot.clientWidth > NARROW;
    return {
      width: this.plot.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      tzDate: (seconds) => window.uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      scales: { x: { time: false } },
      cursor: { y: false, points: { size: 7 } },
      axes: [
        { ...axis, values: ticks, space: isDay ? (isWide ? 110 : 90) : 60, incrs: isDay ? DAYS : WHOLE },
        { ...axis, size: 44 },
      ],
      series: [{}, ...this.series.flatMap((_one, number) => this.strokes(number))],
      bands: this.series.slice(0, this.banded).map((_one, number) => ({
        series: [number * 4 + 2, number * 4 + 1],
        fill: colour(LINES[number].band, 0.18),
      })),
      hooks: { setCursor: [(plot) => this.say(plot.cursor.idx)], draw: [(plot) => this.mark(plot)] },
    };
  }

  get banded() {
    return this.series.length > WITH_BANDS ? 0 : this.series.length;
  }

  mark(plot) {
    if (this.series.length === 1) this.markVersions(plot);
    else this.numberLines(plot);
  }

  // The number of each bot in the legend, at the end of its line.
  numberLines(plot) {
    for (const old of plot.over.querySelectorAll(".line-number")) old.remove();
    const taken = [];
    this.series.forEach(({ x, mu }, number) => {
      if (!x.length) return;
      const left = plot.valToPos(x.at(-1), "x");
      let top = plot.valToPos(mu.at(-1), "y");
      while (taken.some((one) => Math.abs(one.left - left) < LABEL && Math.abs(one.top - top) < LINE)) top += LINE;
      taken.push({ left, top });
      const label = document.createElement("span");
      label.className = "line-number";
      label.textContent = number + 1;
      label.style.left = `${left - 4}px`;
      label.style.top = `${top}px`;
      label.style.color = colour(LINES[number].mean);
      plot.over.append(label);
    });
  }

  // A dashed line where another version begins to play; labels keep their distance.
  markVersions(plot) {
    const [{ x, version }] = this.series;
    const begins = version.flatMap((number, index) => (index && number !== version[index - 1] ? [index] : []));
    let free = 0;
    const marks = begins.map((index) => {
      const left = plot.valToPos(x[index], "x");
      const mark = document.createElement("span");
      mark.className = "version-mark";
      mark.style.left = `${left}px`;
      if (left >= free) {
        mark.textContent = `v${version[index]}`;
        free = left + LABEL;
      }
      return mark;
    });
    for (const old of plot.over.querySelectorAll(".version-mark")) old.remove();
    plot.over.prepend(...marks);
  }

  // Low, high, mu and rating: the first two are the ends of the band, the last is for one bot alone.
  strokes(number) {
    const { mean, band, dash } = LINES[number];
    const edge = { stroke: colour(band, 0.35), width: 1, points: { show: false }, show: number < this.banded };
    const few = { show: this.data[0].length < 40, size: 5 };
    return [
      edge,
      edge,
      { stroke: colour(mean), width: 2, dash, points: few, spanGaps: true },
      { stroke: colour("or"), width: 2, show: this.series.length === 1, points: { show: false } },
    ];
  }

  key(event) {
    const last = this.data ? this.data[0].length - 1 : -1;
    const now = this.at ?? last;
    const step = event.shiftKey ? 10 : 1;
    const to = {
      ArrowLeft: now - step,
      ArrowDown: now - step,
      ArrowRight: now + step,
      ArrowUp: now + step,
      Home: 0,
      End: last,
      PageDown: now - 10,
      PageUp: now + 10,
    }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    const at = Math.min(Math.max(to, 0), last);
    const left = this.drawn.valToPos(this.data[0][at], "x");
    this.drawn.setCursor({ left, top: HEIGHT / 3 });
    this.say(at);
  }

  say(at) {
    if (at === null || at === undefined || at < 0 || !this.data) return;
    this.at = at;
    const text = this.row(at).join(" · ");
    this.plot.setAttribute("aria-valuenow", String(at));
    this.plot.setAttribute("aria-valuetext", text);
    this.said.textContent = text;
  }

  // One point in words: where it stands, then for each bot what is known there.
  row(at) {
    const x = this.data[0][at];
    const words = [this.by === "day" ? day(x) : this.where(x)];
    this.series.forEach((one, number) => {
      const index = one.x.indexOf(x);
      if (index < 0) return;
      const name = this.series.length > 1 ? `${this.lines[number].name}: ` : "";
      words.push(`${name}${this.words("rating")} ${figure(one.rating[index])}`);
      words.push(`mu ${figure(one.mu[index])}`);
      words.push(`${this.words("interval")} ${figure(one.low[index])} – ${figure(one.high[index])}`);
      words.push(`v${one.version[index]}`);
    });
    return words;
  }

  // The last point of all may be the present rating, moved by no match of the bot.
  where(x) {
    const isMatch = this.series.some((one) => one.match[one.x.indexOf(x)]);
    return isMatch ? `${this.words("match")} ${x}` : this.words("now");
  }

  tabulate() {
    const details = this.root.querySelector("[data-table]");
    if (!details.open || !this.series) return;
    const table = details.querySelector("table");
    const isPair = this.series.length > 1;
    const head = [this.words(this.by), "rating", "mu", "interval", "version"];
    const named = head.map((name) => this.words(name) ?? name);
    table.replaceChildren(
      section("thead", [isPair ? ["", ...named] : named], "th"),
      section(
        "tbody",
        this.series.flatMap((one, number) => this.rows(one, number, isPair)),
        "td",
      ),
    );
  }

  rows(one, number, isPair) {
    const found = one.x.map((x, index) => [
      ...(isPair ? [this.lines[number].name] : []),
      this.by === "day" ? day(x) : one.match[index] ? x : this.words("now"),
      figure(one.rating[index]),
      figure(one.mu[index]),
      `${figure(one.low[index])} – ${figure(one.high[index])}`,
      `v${one.version[index]}`,
    ]);
    return found.reverse();
  }
}

const DAYS = [1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * 86400);
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];

const points = async (address, by) => {
  const url = new URL(address, location.href);
  url.searchParams.set("by", by);
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
};

const columns = (one) => [one.x, one.low, one.high, one.mu, one.rating];

const section = (kind, rows, cell) => {
  const part = document.createElement(kind);
  for (const row of rows) {
    const line = part.insertRow();
    for (const text of row) {
      const place = document.createElement(cell);
      if (cell === "th") place.scope = "col";
      place.textContent = text;
      line.append(place);
    }
  }
  return part;
};

const begin = () => {
  for (const root of document.querySelectorAll("[data-ratings]")) new Chart(root);
};
begin();
