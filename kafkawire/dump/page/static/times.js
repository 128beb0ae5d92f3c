// Times of rows: since the start or of the day in UTC, with as much of days and hours as the rows need.

import { TIME } from "./model.js";

const SECOND = 1e9, HOUR = 3600 * SECOND, DAY = 24 * HOUR;
const LETTER = 7.3, STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((each) => each * SECOND);
const two = (value) => String(value).padStart(2, "0");

export class Times {
  constructor(model) {
    this.model = model;
    this.isAbsolute = false;
    this.fit();
  }

  // Chooses a form for the rows that there are; returns whether it is a new one.
  fit() {
    const { model } = this, before = this.form;
    const first = model.order.length ? model.at(0)[TIME] : 0, last = model.order.length ? model.at(model.order.length - 1)[TIME] : 0;
    this.hasDays = this.isAbsolute ? this.date(first).slice(0, 10) !== this.date(last).slice(0, 10) : last >= DAY;
    this.hasHours = last >= HOUR;
    this.form = `${this.isAbsolute}${this.hasDays}${this.hasHours}`;
    return this.form !== before;
  }

  get title() { return this.isAbsolute ? "UTC" : "time"; }

  get width() {
    if (this.isAbsolute) return Math.ceil(LETTER * (this.hasDays ? 18 : 15)) + 2;
    return this.hasDays ? Math.ceil(LETTER * 16) + 2 : 92;
  }

  text(ns) { return this.isAbsolute ? this.clock(ns) : this.since(ns); }

  // Both ways, for where there is room
  both(ns) { return `${this.date(ns)} UTC, ${(ns / SECOND).toFixed(6)} s since the start`; }

  // `2026-11-21 17:01:13.123456`
  date(ns) {
    const at = BigInt(this.model.state.startNs) + BigInt(Math.round(ns)), micros = at / 1000n;
    const date = new Date(Number(micros / 1000n));
    if (Number.isNaN(date.getTime())) return String(at);
    return date.toISOString().slice(0, 23).replace("T", " ") + String(micros % 1000n).padStart(3, "0");
  }

  // `2026-11-21T17:01:13.123456789Z`
  iso(ns) {
    const at = BigInt(this.model.state.startNs) + BigInt(Math.round(ns));
    return `${this.date(ns).slice(0, 19).replace(" ", "T")}.${String(at % 1000000000n).padStart(9, "0")}Z`;
  }

  clock(ns) { return this.hasDays ? this.date(ns).slice(5, 23) : this.date(ns).slice(11); }

  since(ns) {
    if (!this.hasHours) return (ns / SECOND).toFixed(6);
    const { days, hours, minutes, seconds } = parts(ns), clock = `${two(minutes)}:${seconds.toFixed(3).padStart(6, "0")}`;
    return this.hasDays ? `${days}d ${two(hours)}:${clock}` : `${hours}:${clock}`;
  }

  // For marks that are a step apart on an axis
  mark(ns, step) {
    if (this.isAbsolute) {
      const date = this.date(ns), digits = step >= 60 * SECOND ? 16 : step >= SECOND ? 19 : 23;
      return this.hasDays ? date.slice(5, digits) : date.slice(11, digits);
    }
    if (!this.hasHours) return `${Number((ns / SECOND).toFixed(9))}s`;
    const { days, hours, minutes, seconds } = parts(ns), ends = step >= 60 * SECOND ? "" : `:${two(Number(seconds.toFixed(3)))}`;
    return `${days ? `${days}d ` : ""}${hours}:${two(minutes)}${ends}`;
  }

  // Where marks are within a span that has room for so many
  marks(from, to, count) {
    const least = (to - from) / Math.max(1, count), step = stepOf(least), found = [];
    // Marks of the day are on whole steps of the clock, not of the capture.
    const shift = this.isAbsolute && step >= SECOND ? Number(BigInt(this.model.state.startNs) % BigInt(step)) : 0;
    for (let at = Math.ceil((from + shift) / step) * step - shift; at <= to; at += step) found.push(at);
    return { step, found };
  }
}

function parts(ns) {
  const days = Math.floor(ns / DAY), hours = Math.floor(ns % DAY / HOUR);
  return { days, hours, minutes: Math.floor(ns % HOUR / (60 * SECOND)), seconds: ns % (60 * SECOND) / SECOND };
}

function stepOf(least) {
  if (least > SECOND) return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((by) => by * power).find((step) => step >= least);
}
