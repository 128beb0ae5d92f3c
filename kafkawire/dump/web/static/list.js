// The list: only rows that can be seen are elements; all have the same height.

import { $, element } from "./dom.js";
import { clock, duration, seconds, size } from "./format.js";
import * as m from "./model.js";

const HEIGHT = 24, SPARE = 10;
const HEADING = [["time", "seconds"], ["connection", "conn"], ["client", "client"], ["api", "api"],
  ["latency", "latency"], ["size", "sent"], ["size", "back"], ["about", ""]];

export class List {
  constructor(model, chosen) {
    this.model = model;
    this.chosen = chosen;
    this.selected = null;
    this.follows = false;
    this.isAbsolute = false;
    this.pins = new Set();
    this.box = $("list");
    this.rows = $("rows");
    this.nodes = new Map();
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    this.box.addEventListener("wheel", (event) => { if (event.deltaY < 0) this.follow(false); }, { passive: true });
    this.rows.addEventListener("mousedown", (event) => {
      const line = event.target.closest(".row");
      if (line) this.chosen(Number(line.dataset.id));
    });
    this.heading();
  }

  heading() {
    $("heading").replaceChildren(...HEADING.map(([name, text]) => element("span", name, name === "time" && this.isAbsolute ? "UTC" : text)));
  }

  get isAtEnd() {
    return this.box.scrollTop > 0 &&
      this.box.scrollTop + this.box.clientHeight >= this.rows.offsetHeight - HEIGHT;
  }

  get page() { return Math.max(1, Math.floor(this.box.clientHeight / HEIGHT) - 1); }

  follow(must) {
    this.follows = must;
    $("follow").setAttribute("aria-pressed", must);
    if (must) this.box.scrollTop = this.rows.offsetHeight;
  }

  // The rows are others than before; who was at the end while more may come stays there.
  update() {
    const stays = this.follows || (this.isAtEnd && !this.model.state.isDone);
    this.rows.style.height = `${this.model.order.length * HEIGHT}px`;
    if (stays) this.box.scrollTop = this.rows.offsetHeight;
    this.draw();
  }

  redraw() {
    this.nodes.clear();
    this.rows.replaceChildren();
    this.heading();
    this.draw();
  }

  draw() {
    const { order, rows } = this.model;
    const top = this.box.scrollTop, shown = this.box.clientHeight / HEIGHT;
    const first = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
    const end = Math.min(order.length, Math.ceil(top / HEIGHT + shown) + SPARE);
    const kept = new Map();
    for (let place = first; place < end; place++) {
      const id = order[place], row = rows.get(id), old = this.nodes.get(id);
      let node = old && old.row === row ? old.node : null;
      if (!node) {
        node = this.line(row);
        if (old) old.node.replaceWith(node);
        else this.rows.append(node);
      }
      node.style.transform = `translateY(${place * HEIGHT}px)`;
      node.classList.toggle("chosen", id === this.selected);
      node.classList.toggle("lit-row", this.model.marked.has(id));
      node.classList.toggle("pinned", this.pins.has(id));
      kept.set(id, { node, row });
    }
    for (const [id, old] of this.nodes) {
      if (!kept.has(id)) old.node.remove();
    }
    this.nodes = kept;
  }

  line(row) {
    const time = this.isAbsolute ? clock(BigInt(this.model.state.startNs), row[m.TIME]) : seconds(row[m.TIME]);
    const line = element("div", "row", element("span", "time", time));
    line.dataset.id = row[m.ID];
    line.setAttribute("role", "row");
    const connection = element("span", "connection", row[m.CONNECTION] === null ? "" : `#${row[m.CONNECTION]}`);
    connection.style.color = `var(--k${(row[m.CONNECTION] || 0) % 6})`;
    line.append(connection);
    if (m.isExchange(row)) line.append(...cells(row));
    else {
      line.classList.add("other", `what${row[m.WHAT]}`);
      const text = element("span", "text", row[m.TEXT], row[m.ADVICE] && element("em", "", `  ${row[m.ADVICE]}`));
      text.title = [row[m.TEXT], row[m.ADVICE]].filter(Boolean).join("\n");
      line.append(text);
    }
    return line;
  }

  reveal(id) {
    const top = this.model.placeOf(id) * HEIGHT, box = this.box;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + HEIGHT - box.clientHeight;
  }

  // Where the selection is, or -1; one that the filter has taken away counts as before its place.
  get place() {
    if (this.selected === null) return -1;
    const place = this.model.placeOf(this.selected);
    return this.model.order[place] === this.selected ? place : place - 0.5;
  }

  step(by) {
    const last = this.model.order.length - 1;
    if (last < 0) return;
    if (this.selected === null) {
      // Nobody has chosen yet: begin with what is seen
      const top = this.box.scrollTop / HEIGHT, shown = this.box.clientHeight / HEIGHT;
      const seen = by > 0 ? Math.ceil(top) : Math.floor(top + shown) - 1;
      const from = Number.isFinite(by) ? seen : by > 0 ? last : 0;
      if (by < 0) this.follow(false);
      this.chosen(this.model.order[Math.min(last, Math.max(0, from))]);
      return;
    }
    const place = by > 0 ? Math.floor(this.place + by) : Math.ceil(this.place + by);
    if (by < 0) this.follow(false);
    this.chosen(this.model.order[Math.min(last, Math.max(0, place))]);
  }
}

function cells(row) {
  const api = element("span", "api", element("b", "", row[m.API]), row[m.VERSION] >= 0 ? element("i", "", ` v${row[m.VERSION]}`) : "");
  api.firstChild.style.color = `var(--k${row[m.KIND]})`;
  const latency = element("span", "latency", duration(row[m.LATENCY]));
  if (row[m.LATENCY] !== null) {
    const bar = element("i");
    bar.style.width = `${Math.max(2, Math.min(100, 20 * Math.log10(Math.max(10, row[m.LATENCY] / 1e4))))}%`;
    latency.append(bar);
  }
  const about = element("span", "about",
    row[m.ERRORS].map((text) => element("b", "bad", text)),
    row[m.MARKS].map((text) => element("b", "warn", text)), row[m.SUBJECT]);
  about.title = [...row[m.ERRORS], ...row[m.MARKS], row[m.SUBJECT]].join("\n");
  return [element("span", "client", row[m.CLIENT] ?? "-"), api, latency,
    element("span", "size", size(row[m.SENT])), element("span", "size", size(row[m.BACK])), about];
}
