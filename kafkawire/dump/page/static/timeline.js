// What happened when: latencies as dots, fetch sessions as lanes; both share a span of time.

import { $, color, pen, penOf, scale } from "./dom.js";
import { duration } from "./format.js";
import * as m from "./model.js";

export const VIEWS = ["latencies", "sessions", "statistics", "nothing"];
const LEFT = 78, RIGHT = 64, LANE = 18, LANES_MAX = 60, NEAR = 14;
const LEVELS = [[1e5, "100us"], [1e6, "1ms"], [1e7, "10ms"], [1e8, "100ms"], [1e9, "1s"], [1e10, "10s"]];
// Powers of ten, of nanoseconds: the scale has what is listed, and is never very short.
const LOWEST = [3.5, 4.9], HIGHEST = [7.2, 10.6];
const MANY = 4000, MARK = 90;
const TALL = 104, SHORT = 70, LOW_WINDOW = 720, APART = 12;

export class Timeline {
  constructor({ model, times, statistics }, chosen, zoomed) {
    this.model = model;
    this.times = times;
    this.statistics = statistics;
    this.chosen = chosen;
    this.zoomed = zoomed;
    this.backdrop = document.createElement("canvas");
    this.height = TALL;
    this.selected = null;
    this.view = "latencies";
    this.zoom = null;
    this.drag = null;
    this.lanes = [];
    this.scale = [4, 9];
    for (const name of ["latencies", "lanes"]) this.listen($(name));
  }

  listen(canvas) {
    canvas.onmousedown = (event) => { this.drag = { canvas, from: this.timeAt(event), x: event.offsetX, to: null }; };
    canvas.onmousemove = (event) => {
      if (this.drag && Math.abs(event.offsetX - this.drag.x) > 4) {
        this.drag.to = this.timeAt(event);
        this.mark();
      }
      this.tell(canvas, event);
    };
    canvas.onmouseup = (event) => {
      const drag = this.drag;
      this.drag = null;
      if (drag && drag.to !== null) {
        this.zoomTo([Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]);
      } else {
        const row = this.nearest(canvas, event);
        if (row) this.chosen(row[m.ID]);
      }
    };
    canvas.onmouseleave = () => { $("tip").hidden = true; this.drag = null; this.mark(); };
    canvas.ondblclick = () => this.zoomTo(null);
  }

  zoomTo(span) {
    this.zoom = span;
    this.draw();
    this.zoomed();
  }

  // As the address has it
  get zoomText() { return this.zoom ? this.zoom.map(Math.round).join("-") : ""; }

  set zoomText(text) {
    const found = /^(\d+)-(\d+)$/.exec(text);
    this.zoom = found && Number(found[1]) < Number(found[2]) ? [Number(found[1]), Number(found[2])] : null;
  }

  span() {
    if (this.zoom) return this.zoom;
    const { order, model } = { order: this.model.order, model: this.model };
    if (!order.length) return [0, 1];
    const first = model.at(0)[m.TIME], last = model.at(order.length - 1);
    return [first, Math.max(first + 1000, last[m.TIME] + (last[m.LATENCY] > 0 ? last[m.LATENCY] : 0))];
  }

  timeAt(event) {
    const [from, to] = this.span(), width = event.target.clientWidth;
    return from + (event.offsetX - LEFT) / (width - LEFT - RIGHT) * (to - from);
  }

  place(row, width) {
    const [from, to] = this.shown;
    return LEFT + (row[m.TIME] - from) / (to - from) * (width - LEFT - RIGHT);
  }

  level(ns) {
    const [lowest, highest] = this.scale;
    const power = Math.min(highest, Math.max(lowest, Math.log10(Math.max(1, ns))));
    return this.height - 20 - (power - lowest) / (highest - lowest) * (this.height - 30);
  }

  measure() {
    let least = Infinity, most = 0;
    for (const row of this.model.rows.values()) {
      if (!m.isExchange(row) || row[m.LATENCY] === null) continue;
      least = Math.min(least, row[m.LATENCY]);
      most = Math.max(most, row[m.LATENCY]);
    }
    const within = ([low, high], ns) => Math.min(high, Math.max(low, Math.log10(Math.max(1, ns))));
    this.scale = [within(LOWEST, least) - 0.1, within(HIGHEST, most) + 0.15];
  }

  draw() {
    this.shown = this.span();
    $("times").hidden = this.view === "nothing";
    $("latencies").hidden = this.view !== "latencies";
    $("lanes-box").hidden = this.view !== "sessions";
    if (this.view === "latencies") this.drawLatencies();
    if (this.view === "sessions") this.drawLanes();
    $("statistics").hidden = this.view !== "statistics";
    if (this.view === "statistics") this.statistics.draw();
    this.mark();
  }

  get canvas() { return this.view === "latencies" ? $("latencies") : this.view === "sessions" ? $("lanes") : null; }

  // All but what is selected, which changes more often than the rest, is drawn on the backdrop
  pen(height) {
    this.drawnHeight = height;
    const drawn = pen(this.canvas, height);
    this.backdrop.width = this.canvas.width;
    this.backdrop.height = this.canvas.height;
    return [penOf(this.backdrop), drawn[1]];
  }

  mark() {
    const { canvas } = this;
    if (!canvas || !this.shown) return;
    const over = penOf(canvas), width = canvas.clientWidth;
    over.clearRect(0, 0, width, this.drawnHeight);
    if (this.backdrop.width && this.backdrop.height) over.drawImage(this.backdrop, 0, 0, this.backdrop.width / scale(), this.backdrop.height / scale());
    this.drawDrag(over, width, this.drawnHeight);
    this.drawChosen(over, width, this.drawnHeight - 14);
  }

  drawLatencies() {
    this.measure();
    this.height = window.innerHeight < LOW_WINDOW ? SHORT : TALL;
    const [drawn, width] = this.pen(this.height);
    drawn.fillStyle = color("--faint");
    drawn.strokeStyle = color("--line");
    drawn.textAlign = "right";
    let last = Infinity;
    for (const [ns, name] of LEVELS) {
      if (Math.log10(ns) < this.scale[0] || Math.log10(ns) > this.scale[1]) continue;
      const y = Math.round(this.level(ns)) + 0.5;
      line(drawn, LEFT - 6, y, width, y);
      if (last - y < APART) continue;
      drawn.fillText(name, LEFT - 10, y + 3);
      last = y;
    }
    this.drawTimes(drawn, width, this.height);
    this.drawDots(drawn, width);
  }

  drawDots(drawn, width) {
    const kinds = [0, 1, 2, 3, 4, 5].map((kind) => color(`--k${kind}`)), bad = color("--bad"), warn = color("--warn");
    const isMany = this.model.order.length > MANY, late = [];
    drawn.globalAlpha = isMany ? 0.55 : 0.8;
    for (const id of this.model.order) {
      const row = this.model.rows.get(id);
      if (row[m.WHAT] >= m.DAMAGE || (m.isExchange(row) && row[m.ERRORS].length)) { late.push(row); continue; }
      if (!m.isExchange(row) || row[m.LATENCY] === null) continue;
      const x = this.place(row, width), y = this.level(row[m.LATENCY]);
      if (x < LEFT - 2 || x > width - RIGHT + 4) continue;
      drawn.fillStyle = kinds[row[m.KIND]];
      if (isMany) drawn.fillRect(x - 1, y - 1, 2, 2);
      else dot(drawn, x, y, 2.6);
    }
    drawn.globalAlpha = 0.95;
    for (const row of late) {
      const x = this.place(row, width);
      if (x < LEFT - 2 || x > width - RIGHT + 4) continue;
      drawn.fillStyle = row[m.WHAT] === m.FINDING ? warn : bad;
      if (m.isExchange(row) && row[m.LATENCY] !== null) dot(drawn, x, this.level(row[m.LATENCY]), 3.6);
      else wedge(drawn, x, this.height - 16);
    }
    drawn.globalAlpha = 1;
  }

  drawTimes(drawn, width, height) {
    if (!this.model.order.length) return;
    const [from, to] = this.shown, { step, found } = this.times.marks(from, to, (width - LEFT - RIGHT) / MARK);
    drawn.textAlign = "center";
    drawn.fillStyle = color("--faint");
    for (const at of found) {
      const x = LEFT + (at - from) / (to - from) * (width - LEFT - RIGHT);
      drawn.fillText(this.times.mark(at, step), x, height - 4);
    }
    if (this.zoom) {
      drawn.textAlign = "right";
      drawn.fillStyle = color("--accent");
      drawn.fillText("zoomed: double click or 0 for all", width - 8, 11);
    }
  }

  drawDrag(drawn, width, height) {
    if (!this.drag || this.drag.to === null) return;
    const [from, to] = this.shown, edge = (time) => LEFT + (time - from) / (to - from) * (width - LEFT - RIGHT);
    drawn.globalAlpha = 0.18;
    drawn.fillStyle = color("--accent");
    drawn.fillRect(edge(this.drag.from), 0, edge(this.drag.to) - edge(this.drag.from), height);
    drawn.globalAlpha = 1;
  }

  drawChosen(drawn, width, height) {
    const row = this.model.rows.get(this.selected);
    if (!row) return;
    const x = Math.round(this.place(row, width)) + 0.5;
    if (x < LEFT - 2 || x > width - RIGHT + 4) return;
    drawn.strokeStyle = color("--accent");
    line(drawn, x, 0, x, height);
    if (this.view === "latencies" && row[m.LATENCY] > 0) {
      drawn.lineWidth = 1.5;
      drawn.beginPath();
      drawn.arc(this.place(row, width), this.level(row[m.LATENCY]), 5.5, 0, 7);
      drawn.stroke();
      drawn.lineWidth = 1;
    }
  }

  // A lane for each fetch session: how much it holds as its floor, a bar for each fetch.
  gather() {
    const lanes = new Map();
    for (const id of this.model.order) {
      const row = this.model.rows.get(id);
      if (!m.isExchange(row) || !row[m.SESSION]) continue;
      const key = `${row[m.CONNECTION]}/${row[m.SESSION][0]}`;
      if (!lanes.has(key)) {
        if (lanes.size >= LANES_MAX) continue;
        lanes.set(key, { connection: row[m.CONNECTION], session: row[m.SESSION][0], client: row[m.CLIENT], rows: [], most: 1 });
      }
      const lane = lanes.get(key);
      lane.rows.push(row);
      lane.most = Math.max(lane.most, row[m.SESSION][3], row[m.SESSION][7]);
    }
    return [...lanes.values()];
  }

  drawLanes() {
    this.lanes = this.gather();
    const height = Math.max(64, this.lanes.length * LANE + 24);
    const [drawn, width] = this.pen(height);
    if (!this.lanes.length) {
      drawn.fillStyle = color("--faint");
      drawn.fillText("no fetch sessions among what is listed", LEFT, 34);
    }
    const colors = { opened: color("--k1"), continued: color("--k0"), closed: color("--k4"),
      emptied: color("--k3"), refused: color("--bad"), none: color("--k5"), unanswered: color("--warn") };
    this.lanes.forEach((lane, at) => this.drawLane(drawn, width, lane, 6 + at * LANE, colors));
    this.drawTimes(drawn, width, height);
  }

  drawLane(drawn, width, lane, top, colors) {
    const floor = top + LANE - 4, room = LANE - 6, last = lane.rows.at(-1);
    drawn.textAlign = "left";
    drawn.fillStyle = color(`--k${lane.connection % 6}`);
    drawn.fillText(`#${lane.connection} ${lane.session ? lane.session.toString(16).slice(-6) : "none"}`, 4, floor - 1);
    drawn.save();
    drawn.beginPath();
    drawn.rect(LEFT - 2, 0, width - LEFT - RIGHT + 6, floor + LANE);
    drawn.clip();
    drawn.globalAlpha = 0.16;
    drawn.fillStyle = colors.continued;
    lane.rows.forEach((row, at) => {
      const next = lane.rows[at + 1] || row, x = Math.max(LEFT, this.place(row, width));
      const tall = Math.max(1, row[m.SESSION][3] / lane.most * room);
      if (row[m.SESSION][3]) drawn.fillRect(x, floor - tall, Math.max(1, this.place(next, width) - x), tall);
    });
    drawn.globalAlpha = 0.9;
    for (const row of lane.rows) {
      const x = this.place(row, width), [, , kind, , , , , reported, , isEvicted] = row[m.SESSION];
      if (x < LEFT - 2) continue;
      const tall = kind === "continued" ? Math.max(2, reported / lane.most * room) : room;
      drawn.fillStyle = isEvicted ? colors.refused : colors[kind] || colors.none;
      drawn.fillRect(x - 1, floor - tall, kind === "continued" ? 2 : 3, tall);
    }
    drawn.restore();
    drawn.fillStyle = color("--faint");
    if (last[m.SESSION][3]) drawn.fillText(`holds ${last[m.SESSION][3]}`, Math.min(width - RIGHT, this.place(last, width)) + 8, floor - 1);
  }

  nearest(canvas, event) {
    const width = canvas.clientWidth, isLanes = canvas.id === "lanes";
    const rows = isLanes ? this.lanes[Math.floor((event.offsetY - 6) / LANE)]?.rows || [] : this.model.order.map((id) => this.model.rows.get(id));
    let found = null, least = NEAR * NEAR;
    for (const row of rows) {
      if (!isLanes && row[m.WHAT] < m.DAMAGE && !(row[m.LATENCY] >= 0 && m.isExchange(row) && row[m.LATENCY] !== null)) continue;
      const y = isLanes ? event.offsetY : m.isExchange(row) && row[m.LATENCY] !== null ? this.level(row[m.LATENCY]) : this.height - 18;
      const far = (this.place(row, width) - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
      if (far < least) [found, least] = [row, far];
    }
    return found;
  }

  tell(canvas, event) {
    const row = this.drag?.to != null ? null : this.nearest(canvas, event), tip = $("tip");
    tip.hidden = !row;
    if (!row) return;
    tip.textContent = m.isExchange(row) ? this.words(row) : row[m.TEXT];
    const box = $("times").getBoundingClientRect(), x = event.clientX - box.left;
    tip.style.left = x > box.width / 2 ? "" : `${x + 14}px`;
    tip.style.right = x > box.width / 2 ? `${box.width - x + 14}px` : "";
    tip.style.top = `${Math.max(2, event.clientY - box.top - 10)}px`;
  }

  words(row) {
    const head = `${row[m.API]} v${row[m.VERSION]}  ${duration(row[m.LATENCY])}  #${row[m.CONNECTION]} ${row[m.CLIENT] ?? ""}`;
    const more = [...row[m.ERRORS], ...row[m.MARKS], row[m.SUBJECT]].join("  ");
    if (this.view !== "sessions") return `${head}\n${more}`;
    const [id, epoch, kind, held, added, changed, forgotten, reported, leftOut] = row[m.SESSION];
    return `${head}\nsession ${id} epoch ${epoch} ${kind}: holds ${held}, +${added} ~${changed} -${forgotten}, ` +
      `reported ${reported}, left out ${leftOut}`;
  }
}

function line(drawn, x, y, toX, toY) {
  drawn.beginPath();
  drawn.moveTo(x, y);
  drawn.lineTo(toX, toY);
  drawn.stroke();
}

function dot(drawn, x, y, radius) {
  drawn.beginPath();
  drawn.arc(x, y, radius, 0, 7);
  drawn.fill();
}

function wedge(drawn, x, y) {
  drawn.beginPath();
  drawn.moveTo(x, y - 7);
  drawn.lineTo(x + 4, y);
  drawn.lineTo(x - 4, y);
  drawn.fill();
}
