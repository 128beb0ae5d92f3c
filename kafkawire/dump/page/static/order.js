// The order of the list: that of time, or sorted by a column. With rows that come all the time, sorting
// takes an eighth of the time at most; until the next sort, new rows wait and the places of those that are
// no longer kept are empty.

import { COLUMNS } from "./columns.js";

const SHARE = 8;

export class Order {
  // `chosen` is called when the order is another, `sorted` when rows that waited have their places.
  constructor(model, { chosen, sorted }) {
    this.model = model;
    this.chosen = chosen;
    this.told = sorted;
    this.column = null;
    this.isDescending = false;
    this.sorted = [];
    this.places = new Map();
    this.cost = this.last = this.timer = 0;
  }

  get isSorted() { return this.column !== null; }

  get ids() { return this.isSorted ? this.sorted : this.model.order; }

  get length() { return this.ids.length; }

  at(place) { return this.model.rows.get(this.ids[place]); }

  // Where a row is, or in the order of time where it would be; -1 if a sorted list does not have it
  placeOf(id) { return this.isSorted ? this.places.get(id) ?? -1 : this.model.placeOf(id); }

  // From just after a place on in one direction, the first row that fits
  find(from, by, fits) {
    for (let place = from + by; place >= 0 && place < this.length; place += by) {
      const row = this.at(place);
      if (row && fits(row)) return this.ids[place];
    }
    return null;
  }

  // Numbers begin with the largest, texts with the first; the third time is the order of time again.
  by(name) {
    const column = COLUMNS.find((each) => each.name === name);
    if (!column?.key) return;
    if (this.column !== column) this.set(column, column.isNumber);
    else if (this.isDescending === column.isNumber) this.set(column, !column.isNumber);
    else this.set(null, false);
  }

  // As the address has it: `-latency` is the slowest first
  get text() { return this.isSorted ? `${this.isDescending ? "-" : ""}${this.column.name}` : ""; }

  set text(text) {
    const name = text.replace("-", ""), column = COLUMNS.find((each) => each.key && each.name === name);
    this.set(column ?? null, text.startsWith("-"));
  }

  set(column, isDescending) {
    this.column = column;
    this.isDescending = isDescending;
    this.sort();
    this.chosen();
  }

  // The rows are others than before
  update() {
    if (!this.isSorted) return;
    const wait = this.last + this.cost * SHARE - performance.now();
    if (wait <= 0) this.sort();
    else this.timer ||= setTimeout(() => { this.sort(); this.told(); }, wait);
  }

  sort() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.isSorted) return this.keep([]);
    const began = performance.now(), { order, rows } = this.model, { key } = this.column;
    const keys = order.map((id) => key(rows.get(id))), sign = this.isDescending ? -1 : 1;
    const places = order.map((_, place) => place).sort((one, other) => compared(keys[one], keys[other], sign) || one - other);
    this.keep(places.map((place) => order[place]));
    this.last = performance.now();
    this.cost = this.last - began;
    return undefined;
  }

  keep(ids) {
    this.sorted = ids;
    this.places = new Map(ids.map((id, place) => [id, place]));
  }
}

// What has no value comes last in both directions.
function compared(one, other, sign) {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -sign : sign;
}
