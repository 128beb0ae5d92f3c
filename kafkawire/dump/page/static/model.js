// The rows that the source has chosen for the filter, in order, kept as the source sends changes.

export const ID = 0, WHAT = 1, TIME = 2, CONNECTION = 3;
// Of exchanges:
export const NUMBER = 4, CLIENT = 5, API = 6, VERSION = 7, KIND = 8, LATENCY = 9, SENT = 10,
  BACK = 11, ERRORS = 12, MARKS = 13, SUBJECT = 14, SESSION = 15, GROUP = 16, TRANSACTION = 17,
  CORRELATION = 18, TOPICS = 19, PARTITIONS = 20, RECORDS = 21, THROTTLE = 22;
// Of exchanges of an offline page: what its filter looks at, and the file of its details
export const ASKED = 23, FILE = 24;
// Of others:
export const TEXT = 4, ADVICE = 5, SEVERITY = 6, ABOUT = 7, DETECTOR = 8;
export const EXCHANGE = 0, OPENED = 1, CLOSED = 2, DAMAGE = 3, FINDING = 4;

export const isExchange = (row) => row[WHAT] === EXCHANGE;
export const isBad = (row) =>
  isExchange(row) ? row[ERRORS].length + row[MARKS].length > 0 : row[WHAT] >= DAMAGE;

export class Model {
  constructor(source, changed) {
    this.source = source;
    this.changed = changed;
    this.isOpen = false;
    this.lost = 0;
    this.state = { first: 1, evicted: 0, exchanges: 0, startNs: "0", isDone: false, problem: "" };
    this.link = "connecting";
    this.clear();
  }

  clear() {
    this.rows = new Map();
    this.order = [];
    this.marked = new Set();
    this.ids = new Map();
    this.findings = new Map();
    this.foundIn = new Map();
    this.isReady = this.isVoid = false;
  }

  // Begin again with other choices; what is there stays until the first of the new rows come.
  open(filter, highlight) {
    this.isOpen = true;
    this.isReady = false;
    this.source.open(filter, highlight, this.page).catch((error) => { this.state = { ...this.state, problem: error.message }; this.ready(); });
  }

  // What the source calls
  get page() {
    return {
      link: (state) => { this.link = state; this.changed(); },
      reset: (lost) => { this.lost += lost; this.isVoid = true; this.isReady = false; },
      take: (found) => this.take(found),
      ready: () => this.ready(),
    };
  }

  ready() {
    if (this.isVoid) this.clear();
    this.isReady = true;
    this.changed();
  }

  take(found) {
    this.state = found;
    if (this.isVoid) {
      if (!found.rows.length) return;
      this.clear();
    }
    let isSorted = true;
    for (const row of found.rows) {
      const id = row[ID];
      if (!this.rows.has(id)) {
        isSorted &&= !this.order.length || this.order.at(-1) < id;
        this.order.push(id);
      }
      this.rows.set(id, row);
      this.marked.delete(id);
      if (isExchange(row)) this.ids.set(row[NUMBER], id);
      else if (row[WHAT] === FINDING) this.found(row);
    }
    if (!isSorted) this.order.sort((one, other) => one - other);
    for (const id of found.marked) this.marked.add(id);
    this.remove(found.gone.filter((id) => this.rows.has(id)));
    this.evict(found.first);
    this.changed();
  }

  remove(ids) {
    if (!ids.length) return;
    for (const id of ids) this.forget(id);
    this.order = this.order.filter((id) => this.rows.has(id));
  }

  evict(first) {
    const place = this.placeOf(first);
    if (!place) return;
    for (const id of this.order.splice(0, place)) this.forget(id);
  }

  // Findings never change
  found(row) {
    this.findings.set(row[ID], row);
    if (row[ABOUT]) this.foundIn.set(row[ABOUT], [...this.findingsOf(row[ABOUT]), row]);
  }

  forget(id) {
    const row = this.rows.get(id);
    if (isExchange(row)) this.ids.delete(row[NUMBER]);
    else this.foundIn.delete(row[ABOUT]);
    this.rows.delete(id);
    this.marked.delete(id);
    this.findings.delete(id);
  }

  // Where a row is, or where it would be.
  placeOf(id) {
    let low = 0, high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.order[middle] < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(place) { return this.rows.get(this.order[place]); }

  byExchange(number) { return this.rows.get(this.ids.get(number)) ?? null; }

  // What detectors found in an exchange
  findingsOf(number) { return this.foundIn.get(number) || []; }

  // Where a row leads: a finding to its exchange, an exchange to what was found in it
  leadsTo(row) {
    if (isExchange(row)) return this.findingsOf(row[NUMBER])[0] ?? null;
    return row[ABOUT] ? this.byExchange(row[ABOUT]) : null;
  }
}
