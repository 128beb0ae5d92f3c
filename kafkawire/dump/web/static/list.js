// The list: only rows that can be seen are elements; all have the same height.

import { isLeading, isLeft } from "./columns.js";
import { $, element } from "./dom.js";
import { duration } from "./format.js";
import * as m from "./model.js";

const HEIGHT = 24, SPARE = 10;

export class List {
  constructor(model, columns, chosen) {
    this.model = model;
    this.columns = columns;
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
    new ResizeObserver(() => (columns.fit(this.box.clientWidth) ? this.redraw() : this.draw())).observe(this.box);
  }

  heading() {
    $("list-side").style.setProperty("--columns", this.columns.template);
    $("heading").replaceChildren(...this.columns.shown.map((column) => {
      const cell = element("span", isLeft(column) ? column.name : `${column.name} right`, column.name === "time" && this.isAbsolute ? "UTC" : column.title);
      cell.title = column.about;
      return cell;
    }));
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

  // The rows are others than before; who was at the end while more may come stays there, unless he
  // has chosen a row to read.
  update() {
    const stays = this.follows || (this.isAtEnd && this.selected === null && !this.model.state.isDone);
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
      const before = this.columns.has("delta") && place > 0 ? rows.get(order[place - 1]) : null;
      let node = old && old.row === row && old.before === before ? old.node : null;
      if (!node) {
        node = this.line(row, before);
        if (old) old.node.replaceWith(node);
        else this.rows.append(node);
      }
      node.style.transform = `translateY(${place * HEIGHT}px)`;
      node.classList.toggle("chosen", id === this.selected);
      node.classList.toggle("lit-row", this.model.marked.has(id));
      node.classList.toggle("pinned", this.pins.has(id));
      node.classList.toggle("found", this.model.foundIn.has(row[m.NUMBER]) && m.isExchange(row));
      node.setAttribute("aria-selected", id === this.selected);
      node.setAttribute("aria-posinset", place + 1);
      node.setAttribute("aria-setsize", order.length);
      kept.set(id, { node, row, before });
    }
    for (const [id, old] of this.nodes) {
      if (!kept.has(id)) old.node.remove();
    }
    this.nodes = kept;
    if (kept.has(this.selected)) this.box.setAttribute("aria-activedescendant", `row-${this.selected}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  line(row, before) {
    const line = element("div", "row"), isExchange = m.isExchange(row);
    line.id = `row-${row[m.ID]}`;
    line.dataset.id = row[m.ID];
    line.setAttribute("role", "option");
    const { shown } = this.columns, columns = isExchange ? shown : shown.filter(isLeading);
    for (const column of columns) line.append(this.cell(column, row, before));
    if (isExchange) return line;
    line.classList.add("other", `what${row[m.WHAT]}`);
    const text = element("span", "text", row[m.TEXT], row[m.ADVICE] && element("em", "", `  ${row[m.ADVICE]}`));
    text.title = [row[m.TEXT], row[m.ADVICE]].filter(Boolean).join("\n");
    text.style.gridColumn = `${columns.length + 1} / -1`;
    line.append(text);
    return line;
  }

  cell(column, row, before) {
    if (!column.text) return drawn[column.name](row, this.columns);
    const cell = element("span", isLeft(column) ? column.name : `${column.name} right`, column.text(row, this, before));
    if (column.name === "connection") cell.style.color = `var(--k${(row[m.CONNECTION] || 0) % 6})`;
    return cell;
  }

  // The first that is seen
  get top() {
    return this.box.scrollTop > 0 ? this.model.order[Math.ceil(this.box.scrollTop / HEIGHT)] : undefined;
  }

  showAtTop(id) { this.box.scrollTop = this.model.placeOf(id) * HEIGHT; }

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

// Cells that are more than a text
const drawn = {
  api(row) {
    const cell = element("span", "api", element("b", "", row[m.API]), row[m.VERSION] >= 0 ? element("i", "", ` v${row[m.VERSION]}`) : "");
    cell.firstChild.style.color = `var(--k${row[m.KIND]})`;
    cell.title = cell.textContent;
    return cell;
  },
  latency(row) {
    const cell = element("span", "latency right", duration(row[m.LATENCY]));
    if (row[m.LATENCY] !== null) {
      const bar = element("i");
      bar.style.width = `${Math.max(2, Math.min(100, 20 * Math.log10(Math.max(10, row[m.LATENCY] / 1e4))))}%`;
      cell.append(bar);
    }
    return cell;
  },
  error(row) {
    const cell = element("span", "error bad", row[m.ERRORS].join(" "));
    cell.title = cell.textContent;
    return cell;
  },
  about(row, columns) {
    const errors = columns.has("error") ? [] : row[m.ERRORS];
    const cell = element("span", "about", errors.map((text) => element("b", "bad", text)),
      row[m.MARKS].map((text) => element("b", "warn", text)), row[m.SUBJECT]);
    cell.title = [...errors, ...row[m.MARKS], row[m.SUBJECT]].join("\n");
    return cell;
  },
};
