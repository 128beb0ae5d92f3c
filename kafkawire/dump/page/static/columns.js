// The columns of the list: what there is, which were chosen, and which of those there is room for.

import { $, element } from "./dom.js";
import { duration, number, size } from "./format.js";
import * as m from "./model.js";

const GAP = 10, PADDING = 24, ABOUT_LEAST = 100, NARROW = 700, NARROW_API = 158, NARROW_CLIENT = 92;
const TALL = 520; // Narrower lists have two lines for a row
const TALL_NAMES = ["time", "api", "latency", "client", "about"];

// Those that come first are all that lines have which are about no exchange, besides their text.
// `spare` tells who gives way first where there is little room; null never does. `key` is what a list is
// sorted by; without one it cannot be.
export const COLUMNS = [
  column("number", "#", "the exchange's number", 56, 1, (row) => (m.isExchange(row) ? String(row[m.NUMBER]) : ""), of(m.NUMBER)),
  column("time", "time", "when the request was seen: since the start, or of the day in UTC", 92, null, (row, list) => list.times.text(row[m.TIME]), (row) => row[m.TIME]),
  column("delta", "delta", "since the line above", 72, 2, (row, list, before) => (before ? `+${duration(row[m.TIME] - before[m.TIME])}` : "")),
  column("connection", "conn", "the connection's number", 42, 6, (row) => (row[m.CONNECTION] === null ? "" : `#${row[m.CONNECTION]}`), (row) => row[m.CONNECTION]),
  column("client", "client", "the client id", 112, 10, (row) => row[m.CLIENT] ?? "-", of(m.CLIENT), false),
  column("api", "api", "API and version", 186, null, null, of(m.API), false),
  column("latency", "latency", "from the request's last byte to the response's first", 72, 9, null, of(m.LATENCY)),
  column("throttle", "throttle", "how long the client is told to wait", 64, 4, (row) => (row[m.THROTTLE] ? duration(row[m.THROTTLE] * 1e6) : ""), of(m.THROTTLE)),
  column("correlation", "corr", "the correlation id", 58, 1, (row) => String(row[m.CORRELATION]), of(m.CORRELATION)),
  column("topics", "topics", "how many topics it names", 46, 2, (row) => amount(row[m.TOPICS]), of(m.TOPICS)),
  column("partitions", "parts", "how many partitions it names", 46, 3, (row) => amount(row[m.PARTITIONS]), of(m.PARTITIONS)),
  column("records", "records", "bytes of records", 54, 7, (row) => (row[m.RECORDS] ? size(row[m.RECORDS]) : ""), of(m.RECORDS)),
  column("sent", "sent", "bytes of the request", 46, 3, (row) => size(row[m.SENT]), of(m.SENT)),
  column("back", "back", "bytes of the response", 46, 4, (row) => size(row[m.BACK]), of(m.BACK)),
  column("error", "error", "errors, apart from what it is about", 178, 8, null, (row) => (m.isExchange(row) && row[m.ERRORS].join(" ")) || null, false),
  column("about", "about", "what it is about", 0, null, null, (row) => (m.isExchange(row) && row[m.SUBJECT]) || null, false),
];
const LEADING = new Set(["number", "time", "delta", "connection"]);
const LEFT = new Set(["client", "api", "error", "about"]);
const USUAL = ["time", "connection", "client", "api", "latency", "sent", "back", "about"];
const ALWAYS = new Set(["api", "about"]);

function column(name, title, about, width, spare, text, key = null, isNumber = true) {
  return { name, title, about, width, spare, text, key, isNumber };
}

// The key that is a value of an exchange
function of(place) { return (row) => (m.isExchange(row) ? row[place] : null); }

const amount = (count) => (count ? number(count) : "");

export const isLeading = ({ name }) => LEADING.has(name);
export const isLeft = ({ name }) => LEFT.has(name);

export class Columns {
  constructor(times, changed) {
    this.times = times;
    this.changed = changed;
    this.chosen = new Set(USUAL);
    this.width = 0;
    this.fit(1000);
  }

  // As the address has it: nothing for the usual ones
  get text() {
    const names = COLUMNS.map(({ name }) => name).filter((name) => this.chosen.has(name));
    return names.join() === USUAL.join() ? "" : names.join();
  }

  set text(names) {
    const known = COLUMNS.map(({ name }) => name).filter((name) => names.split(",").includes(name) || ALWAYS.has(name));
    this.chosen = new Set(names ? known : USUAL);
    this.fit(this.width);
  }

  // Chooses what is shown in a list so wide; returns whether that is new
  fit(width) {
    const before = this.shown && this.template;
    this.width = width;
    this.isTall = width < TALL;
    if (this.isTall) {
      this.shown = TALL_NAMES.map((name) => COLUMNS.find((each) => each.name === name));
      return this.template !== before;
    }
    this.shown = COLUMNS.filter(({ name }) => this.chosen.has(name));
    const needed = () => this.shown.reduce((sum, each) => sum + this.widthOf(each) + GAP, PADDING + ABOUT_LEAST);
    while (needed() > width) {
      const [least] = this.shown.filter(({ spare }) => spare !== null).sort((one, other) => one.spare - other.spare);
      if (!least) break;
      this.shown = this.shown.filter((each) => each !== least);
    }
    return this.template !== before;
  }

  widthOf({ name, width }) {
    if (name === "time") return this.times.width;
    if (this.width >= NARROW) return width;
    return { api: NARROW_API, client: NARROW_CLIENT }[name] ?? width;
  }

  get template() {
    if (this.isTall) return `${this.times.width}px minmax(0, 1fr) 72px`;
    return this.shown.map((each) => (each.name === "about" ? "minmax(0, 1fr)" : `${this.widthOf(each)}px`)).join(" ");
  }

  has(name) { return this.shown.some((each) => each.name === name); }

  // The boxes to choose with
  choose() {
    $("choices").replaceChildren(...COLUMNS.map(({ name, title, about }) => {
      const box = element("input");
      box.type = "checkbox";
      box.name = name;
      box.checked = this.chosen.has(name);
      box.disabled = ALWAYS.has(name);
      box.onchange = () => {
        if (box.checked) this.chosen.add(name);
        else this.chosen.delete(name);
        this.fit(this.width);
        this.tellRoom();
        this.changed();
      };
      return element("label", "", box, element("b", "", title), element("span", "faint", about));
    }));
    this.tellRoom();
    if (!$("columns").open) $("columns").showModal();
  }

  tellRoom() {
    const hidden = COLUMNS.filter(({ name }) => this.chosen.has(name) && !this.has(name)).map(({ title }) => title);
    $("no-room").textContent = hidden.length ? `There is no room now for ${hidden.join(", ")}.` : "";
  }
}
