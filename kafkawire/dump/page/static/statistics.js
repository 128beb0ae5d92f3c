// Statistics of what is listed: latencies as a histogram, and for each API counts and percentiles.

import { $, button, element } from "./dom.js";
import { counted, duration, number, size } from "./format.js";
import { histogram, percentile } from "./histogram.js";
import * as m from "./model.js";

const HEIGHT = 190, LOW = 150, LOW_WINDOW = 720, NARROW = 620;
const HEADS = ["API", "count", "errors", "p50", "p99", "slowest", "sent", "back"];

export class Statistics {
  constructor(model, { add }) {
    this.model = model;
    this.add = add;
    this.api = null;
  }

  draw() {
    if (!$("histogram").clientWidth) return; // the details of a phone take its place
    const groups = gathered(this.model);
    if (this.api !== null && !groups.some(({ api }) => api === this.api)) this.api = null;
    this.drawTable(groups);
    this.drawHistogram(groups.filter(({ api }) => this.api === null || api === this.api));
  }

  drawHistogram(groups) {
    const sorted = merged(groups), errors = groups.reduce((sum, each) => sum + each.errors, 0);
    const what = this.api ?? "all APIs", box = $("histogram");
    const head = element("p", "", element("b", "", what), ` ${counted(sorted.length, "latency").replace("latencys", "latencies")}, ${number(errors)} with errors `,
      this.api ? button("small", `only ${this.api}`, () => this.add(`~api ${this.api}`)) : "");
    const height = window.innerHeight < LOW_WINDOW ? LOW : HEIGHT;
    const drawn = sorted.length ? histogram(sorted, box.clientWidth, height, { chosen: (from, to) => this.add(range(from, to)) }) : element("p", "faint", "No exchange with a response is listed.");
    box.replaceChildren(head, drawn);
    $("by-api").style.maxHeight = `${height + (window.innerWidth < NARROW ? -30 : 24)}px`;
  }

  drawTable(groups) {
    const isHeld = $("by-api").contains(document.activeElement) ? document.activeElement.textContent : null;
    const head = element("tr", "", HEADS.map((text) => element("th", "", text)));
    $("by-api").replaceChildren(element("table", "", head, groups.map((group) => this.line(group))));
    if (isHeld !== null) [...$("by-api").querySelectorAll("button")].find((each) => each.textContent === isHeld)?.focus();
  }

  line({ api, kind, count, errors, sorted, sent, back }) {
    const name = button("", api, () => { this.api = this.api === api ? null : api; this.draw(); });
    name.style.color = `var(--k${kind})`;
    name.setAttribute("aria-pressed", this.api === api);
    name.title = "the histogram of this API alone";
    const at = (share) => (sorted.length ? duration(percentile(sorted, share)) : "");
    return element("tr", this.api === api ? "this" : "", element("td", "", name), element("td", "", number(count)),
      element("td", errors ? "bad" : "faint", number(errors)), [at(0.5), at(0.99), at(1), size(sent), size(back)].map((text) => element("td", "", text)));
  }
}

// Of each API, the most frequent first
function gathered(model) {
  const found = new Map();
  for (const row of model.rows.values()) {
    if (!m.isExchange(row)) continue;
    const api = row[m.API];
    if (!found.has(api)) found.set(api, { api, kind: row[m.KIND], count: 0, errors: 0, sorted: [], sent: 0, back: 0 });
    const group = found.get(api);
    group.count++;
    group.errors += row[m.ERRORS].length > 0;
    group.sent += row[m.SENT] ?? 0;
    group.back += row[m.BACK] ?? 0;
    if (row[m.LATENCY] !== null) group.sorted.push(row[m.LATENCY]);
  }
  const all = [...found.values()].sort((one, other) => other.count - one.count);
  for (const group of all) group.sorted = Float64Array.from(group.sorted).sort();
  return all;
}

function merged(groups) {
  if (groups.length === 1) return groups[0].sorted;
  const all = new Float64Array(groups.reduce((sum, { sorted }) => sum + sorted.length, 0));
  let at = 0;
  for (const { sorted } of groups) {
    all.set(sorted, at);
    at += sorted.length;
  }
  return all.sort();
}

// A filter for latencies from one end to another, in whole microseconds
const range = (from, to) => `~lat ${Math.floor(from / 1e3)}us..${Math.ceil(to / 1e3)}us`;
