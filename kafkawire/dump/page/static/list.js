// The list: only rows that can be seen are elements; all have the same height. It is a grid: the
// heading is its first row, and `aria-owns` makes it one although it does not scroll.

import { isLeading, isLeft } from "./columns.js";
import { $, button, element } from "./dom.js";
import { duration } from "./format.js";
import * as m from "./model.js";

const LOW = 24, TALL = 44, SPARE = 10;

export class List {
  constructor({ model, order, columns, times }, chosen) {
    this.model = model;
    this.order = order;
    this.columns = columns;
    this.times = times;
    this.lastPlace = -1;
    this.chosen = chosen;
    this.selected = null;
    this.follows = false;
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

  get height() { return this.columns.isTall ? TALL : LOW; }

  heading() {
    const side = $("list-side"), shown = this.columns.isTall ? this.columns.shown.slice(0, 3) : this.columns.shown;
    side.style.setProperty("--columns", this.columns.template);
    side.classList.toggle("tall", this.columns.isTall);
    $("heading").replaceChildren(...shown.map((column) => this.head(column)));
  }

  // Its name is a button that sorts
  head(column) {
    const { order } = this, title = column.name === "time" ? this.times.title : column.title;
    const cell = element("span", isLeft(column) ? column.name : `${column.name} right`), isOn = order.column === column;
    cell.setAttribute("role", "columnheader");
    cell.title = column.key ? `${column.about}: sort by it` : column.about;
    cell.append(column.key ? button("", title, () => order.by(column.name)) : title);
    if (column.key) cell.setAttribute("aria-sort", isOn ? (order.isDescending ? "descending" : "ascending") : "none");
    return cell;
  }

  get isAtEnd() {
    return this.box.scrollTop > 0 &&
      this.box.scrollTop + this.box.clientHeight >= this.rows.offsetHeight - this.height;
  }

  get page() { return Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1); }

  follow(must) {
    this.follows = must;
    $("follow").setAttribute("aria-pressed", must);
    if (must) this.box.scrollTop = this.rows.offsetHeight;
  }

  // The rows are others than before; who was at the end while more may come stays there, unless he
  // has chosen a row to read.
  update() {
    const stays = this.follows || (this.isAtEnd && !this.order.isSorted && this.selected === null && !this.model.state.isDone);
    this.rows.style.height = `${this.order.length * this.height}px`;
    if (stays) this.box.scrollTop = this.rows.offsetHeight;
    this.draw();
  }

  redraw() {
    this.nodes.clear();
    this.rows.replaceChildren();
    this.heading();
    this.rows.style.height = `${this.order.length * this.height}px`;
    this.draw();
  }

  draw() {
    const { rows } = this.model, order = this.order.ids, { height } = this;
    const top = this.box.scrollTop, shown = this.box.clientHeight / height;
    const first = Math.max(0, Math.floor(top / height) - SPARE);
    const end = Math.min(order.length, Math.ceil(top / height + shown) + SPARE);
    const kept = new Map();
    for (let place = first; place < end; place++) {
      const id = order[place], row = rows.get(id), old = this.nodes.get(id);
      if (!row) continue; // no longer kept, and not yet sorted out
      const before = this.columns.has("delta") && !this.order.isSorted && place > 0 ? rows.get(order[place - 1]) : null;
      let node = old && old.row === row && old.before === before ? old.node : null;
      if (!node) {
        node = this.line(row, before);
        if (old) old.node.replaceWith(node);
        else this.rows.append(node);
      }
      node.style.transform = `translateY(${place * height}px)`;
      node.classList.toggle("chosen", id === this.selected);
      node.classList.toggle("lit-row", this.model.marked.has(id));
      node.classList.toggle("pinned", this.pins.has(id));
      node.classList.toggle("found", this.model.foundIn.has(row[m.NUMBER]) && m.isExchange(row));
      node.setAttribute("aria-selected", id === this.selected);
      node.setAttribute("aria-rowindex", place + 2); // the heading is the first
      kept.set(id, { node, row, before });
    }
    for (const [id, old] of this.nodes) {
      if (!kept.has(id)) old.node.remove();
    }
    this.nodes = kept;
    this.box.setAttribute("aria-rowcount", order.length + 1);
    if (kept.has(this.selected)) this.box.setAttribute("aria-activedescendant", `row-${this.selected}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  line(row, before) {
    const line = element("div", "row"), isExchange = m.isExchange(row);
    line.id = `row-${row[m.ID]}`;
    line.dataset.id = row[m.ID];
    line.setAttribute("role", "row");
    const { shown } = this.columns, columns = isExchange ? shown : shown.filter(isLeading);
    for (const column of columns) line.append(this.cell(column, row, before));
    if (isExchange) return line;
    line.classList.add("other", `what${row[m.WHAT]}`);
    const text = element("span", "text", row[m.TEXT], row[m.ADVICE] && element("em", "", `  ${row[m.ADVICE]}`));
    text.title = [row[m.TEXT], row[m.ADVICE]].filter(Boolean).join("\n");
    text.setAttribute("role", "gridcell");
    text.style.gridColumn = `${columns.length + 1} / -1`;
    line.append(text);
    return line;
  }

  cell(column, row, before) {
    const cell = column.text ? element("span", isLeft(column) ? column.name : `${column.name} right`, column.text(row, this, before)) : drawn[column.name](row, this.columns);
    cell.setAttribute("role", "gridcell");
    if (column.name === "connection") cell.style.color = `var(--k${(row[m.CONNECTION] || 0) % 6})`;
    if (column.name === "time") cell.title = this.times.both(row[m.TIME]);
    if (column.name === "client") cell.title = cell.textContent;
    return cell;
  }

  // The first that is seen
  get top() {
    return this.box.scrollTop > 0 ? this.order.ids[Math.ceil(this.box.scrollTop / this.height)] : undefined;
  }

  showAtTop(id) { this.box.scrollTop = this.order.placeOf(id) * this.height; }

  reveal(id) {
    const top = this.order.placeOf(id) * this.height, { box, height } = this;
    if (top < 0) return;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
  }

  // Where the selection is, or -1; one that the filter has taken away counts as before its place.
  get place() {
    if (this.selected === null) return -1;
    const place = this.order.placeOf(this.selected);
    if (this.order.ids[place] === this.selected) this.lastPlace = place;
    else return (this.order.isSorted ? this.lastPlace : place) - 0.5;
    return place;
  }

  step(by) {
    const last = this.order.length - 1, { ids } = this.order;
    if (last < 0) return;
    if (this.selected === null) {
      // Nothing is chosen yet: begin with what is seen
      const top = this.box.scrollTop / this.height, shown = this.box.clientHeight / this.height;
      const seen = by > 0 ? Math.ceil(top) : Math.floor(top + shown) - 1;
      const from = Number.isFinite(by) ? seen : by > 0 ? last : 0;
      if (by < 0) this.follow(false);
      this.chosen(ids[Math.min(last, Math.max(0, from))]);
      return;
    }
    const place = by > 0 ? Math.floor(this.place + by) : Math.ceil(this.place + by);
    if (by < 0) this.follow(false);
    this.chosen(ids[Math.min(last, Math.max(0, place))]);
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
