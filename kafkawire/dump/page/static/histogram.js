// Latencies as a histogram: a logarithmic axis of time, an axis of counts, the median and the 99th
// percentile with how many were slower.

import { element, svg } from "./dom.js";
import { duration, number } from "./format.js";

const LEFT = 52, RIGHT = 16, TOP = 30, BOTTOM = 20, BAR = 9, LABEL = 6.4, APART = 46, FEW = 2.2;
const DECADES = Array.from({ length: 10 }, (_, power) => 10 ** (power + 3));

// The value that a share of all is not above; they are sorted.
export const percentile = (sorted, share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];

// `mark` is a latency to point at; `chosen` is called with the ends of a bar that was clicked.
export function histogram(sorted, width, height, { mark = null, chosen = null } = {}) {
  const drawing = new Histogram(sorted, width, height);
  drawing.axes();
  drawing.bars(chosen);
  drawing.percentile(0.5, "p50", 12);
  drawing.percentile(0.99, "p99", 24);
  if (mark !== null) drawing.mark(mark);
  return drawing.made;
}

class Histogram {
  constructor(sorted, width, height) {
    this.sorted = sorted;
    this.width = width;
    this.height = height;
    const least = Math.log10(Math.max(1000, sorted[0])), most = Math.log10(Math.max(1000, sorted.at(-1)));
    const wide = Math.max(0.5, (most - least) * 0.03);
    this.low = least - wide / 2;
    this.high = most + wide / 2;
    this.count = Math.max(4, Math.floor((width - LEFT - RIGHT) / BAR));
    this.bins = new Array(this.count).fill(0);
    for (const ns of sorted) this.bins[Math.min(this.count - 1, Math.max(0, Math.floor(this.share(ns) * this.count)))]++;
    this.most = Math.max(...this.bins);
    this.made = svg("svg", { class: "histogram", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.made.setAttribute("aria-label", `latencies of ${number(sorted.length)} exchanges: median ${duration(percentile(sorted, 0.5))}, 99th percentile ${duration(percentile(sorted, 0.99))}, slowest ${duration(sorted.at(-1))}`);
  }

  share(ns) { return (Math.log10(Math.max(1000, ns)) - this.low) / (this.high - this.low); }

  x(ns) { return LEFT + this.share(ns) * (this.width - LEFT - RIGHT); }

  y(count) { return this.height - BOTTOM - count / this.most * (this.height - BOTTOM - TOP); }

  // The latency where a bar begins
  edge(at) { return 10 ** (this.low + at / this.count * (this.high - this.low)); }

  line(name, x1, y1, x2, y2) { this.made.append(svg("line", { class: name, x1, y1, x2, y2 })); }

  text(name, x, y, text, anchor = "middle") { this.made.append(svg("text", { class: name, x, y, "text-anchor": anchor }, text)); }

  axes() {
    const floor = this.height - BOTTOM, parts = this.high - this.low < FEW ? [1, 2, 5] : [1];
    let last = -Infinity;
    for (const ns of DECADES.flatMap((decade) => parts.map((part) => decade * part))) {
      const x = this.x(ns);
      if (x < LEFT || x > this.width - RIGHT || x - last < APART) continue;
      this.line("grid", x, TOP, x, floor + 4);
      this.text("axis", x, floor + 15, tick(ns));
      last = x;
    }
    for (const count of counts(this.most)) {
      this.line("grid", LEFT - 4, this.y(count), this.width - RIGHT, this.y(count));
      this.text("axis", LEFT - 8, this.y(count) + 3.5, number(count), "end");
    }
  }

  bars(chosen) {
    const wide = (this.width - LEFT - RIGHT) / this.count;
    this.bins.forEach((count, at) => {
      if (!count) return;
      // As high as the drawing: a low bar is hard to meet.
      const column = svg("rect", { class: chosen ? "column choice" : "column", x: LEFT + at * wide, y: TOP, width: wide, height: this.height - BOTTOM - TOP },
        svg("title", {}, `${number(count)} from ${duration(this.edge(at))} to ${duration(this.edge(at + 1))}${chosen ? ": click for only these" : ""}`));
      if (chosen) column.onclick = () => chosen(this.edge(at), this.edge(at + 1));
      const top = Math.min(this.y(count), this.height - BOTTOM - 1.5);
      this.made.append(svg("rect", { class: "bar", x: LEFT + at * wide, y: top, width: wide - 1, height: this.height - BOTTOM - top }), column);
    });
  }

  percentile(share, name, y) {
    const ns = percentile(this.sorted, share), slower = this.sorted.length - this.sorted.findLastIndex((each) => each <= ns) - 1;
    const x = this.x(ns), text = `${name} ${duration(ns)}, ${number(slower)} slower`, isLate = x + text.length * LABEL > this.width;
    this.line(`percentile ${name}`, x, y - 8, x, this.height - BOTTOM);
    this.text(`percentile ${name}`, x + (isLate ? -5 : 5), y, text, isLate ? "end" : "start");
  }

  mark(ns) {
    const x = this.x(ns), floor = this.height - BOTTOM;
    this.made.append(svg("path", { class: "here", d: `M${x} ${floor - 9}l5 9h-10z` }, svg("title", {}, `this exchange: ${duration(ns)}`)));
  }
}

// Whole counts for the axis
function counts(most) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 3))), step = [1, 2, 5, 10].map((by) => by * power).find((each) => most / each <= 3.5) || power * 10;
  const found = [];
  for (let count = 0; count <= most; count += Math.max(1, step)) found.push(count);
  return found;
}

const tick = (ns) => (ns < 1e6 ? `${ns / 1e3}us` : ns < 1e9 ? `${ns / 1e6}ms` : `${ns / 1e9}s`);

// What there is in words, below a histogram
export function words(sorted) {
  const at = (share) => duration(percentile(sorted, share));
  return element("p", "faint", `fastest ${duration(sorted[0])} \u00b7 median ${at(0.5)} \u00b7 90 % ${at(0.9)} \u00b7 99 % ${at(0.99)} \u00b7 slowest ${duration(sorted.at(-1))}`);
}
