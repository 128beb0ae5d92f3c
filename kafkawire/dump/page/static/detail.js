// The side of the page about the selected row.

import { $, button, element, facts } from "./dom.js";
import { duration } from "./format.js";
import { expand, hexPane, treePane } from "./message.js";
import * as m from "./model.js";
import { connectionPane, groupPane, recordsPane, sessionPane, timingPane } from "./panes.js";

export const TABS = ["request", "response", "records", "hex", "connection", "timing", "session", "group"];
const CACHED = 40;
const WIDE = 1050;

export class Detail {
  constructor(model, source, { select, filter, moved }) {
    this.model = model;
    this.source = source;
    this.select = select;
    this.filter = filter;
    this.moved = moved;
    this.tab = "request";
    this.side = "request";
    this.row = null;
    this.cache = new Map();
  }

  async load(row) {
    const known = this.cache.get(row[m.ID]);
    if (known && known.row === row) return known.found;
    const found = await this.source.detail(row[m.ID]);
    expand(found.request);
    expand(found.response);
    this.cache.set(row[m.ID], { row, found });
    if (this.cache.size > CACHED) this.cache.delete(this.cache.keys().next().value);
    return found;
  }

  // Why what is shown is not in the list, and what to do about it
  notice(text, acts = []) {
    if ($("notice").dataset.text === text) return;
    $("notice").dataset.text = text;
    $("notice").hidden = !text;
    $("notice").replaceChildren(element("span", "", text), ...acts.map(([name, act]) => button("", name, act)));
  }

  hide() {
    this.row = null;
    this.notice("");
    $("detail").hidden = $("divider").hidden = true;
  }

  async show(row) {
    if (row === this.row) return;
    this.row = row;
    this.found = null;
    $("detail").hidden = $("divider").hidden = false;
    if (!m.isExchange(row)) return this.other(row);
    let found;
    try {
      found = await this.load(row);
    } catch (error) {
      if (this.row === row) this.fail(row, error);
      return;
    }
    if (this.row !== row) return;
    this.found = found;
    this.draw();
  }

  fail(row, error) {
    $("title").replaceChildren(`${row[m.API]} v${row[m.VERSION]}`);
    $("tabs").replaceChildren();
    $("hint").textContent = "";
    $("pane").replaceChildren(element("div", "scroll", element("div", "problem", error.message)));
    $("pane").dataset.id = row[m.ID];
  }

  // Damage, findings, connections' ends
  other(row) {
    $("pane").dataset.id = row[m.ID];
    $("pane").dataset.tab = "";
    $("pane").removeAttribute("aria-labelledby");
    $("title").replaceChildren(["exchange", "opened", "closed", "damage", "finding"][row[m.WHAT]]);
    $("tabs").replaceChildren();
    $("hint").textContent = "";
    const about = row[m.ABOUT] && this.model.byExchange(row[m.ABOUT]);
    $("pane").replaceChildren(element("div", "scroll", element("p", "summary", row[m.TEXT]),
      row[m.ADVICE] ? facts([["what to do", row[m.ADVICE]], ["severity", row[m.SEVERITY]]]) : "",
      about ? button("", `the exchange: ${about[m.API]} v${about[m.VERSION]}`, () => this.select(about[m.ID])) : "", " ",
      row[m.CONNECTION] === null ? "" : button("", `only connection #${row[m.CONNECTION]}`, () => this.filter(`~conn ${row[m.CONNECTION]}`))));
  }

  has() {
    const { request, response, batches, session, group, transaction } = this.found;
    return { request, response, records: batches.length, hex: true, connection: true, timing: true,
      session, group: group || transaction };
  }

  // The tab that was chosen, or one that says something of this exchange
  get current() {
    const has = this.has();
    return has[this.tab] ? this.tab : TABS.find((name) => has[name]);
  }

  draw() {
    const { found, row } = this, has = this.has(), current = this.current;
    const isOnTab = $("tabs").contains(document.activeElement);
    this.title();
    $("tabs").replaceChildren(...TABS.map((name) => {
      const count = name === "records" && has.records ? ` ${found.batches.reduce((sum, batch) => sum + Math.max(0, batch.count), 0)}` : "";
      const text = name === "group" && !found.group && found.transaction ? "Transaction" : name[0].toUpperCase() + name.slice(1);
      const made = button("", text + count, () => this.open(name));
      made.disabled = !has[name];
      made.id = `tab-${name}`;
      made.setAttribute("role", "tab");
      made.setAttribute("aria-controls", "pane");
      made.setAttribute("aria-selected", name === current);
      made.tabIndex = name === current ? 0 : -1;
      return made;
    }));
    $("pane").setAttribute("aria-labelledby", `tab-${current}`);
    if (isOnTab) $(`tab-${current}`).focus();
    $("hint").textContent = "";
    const act = (what) => (typeof what === "number" ? this.select(what) : this.filter(what));
    const panes = {
      request: () => treePane(found.request), response: () => treePane(found.response),
      records: () => recordsPane(found.batches), hex: () => this.hex(),
      connection: () => connectionPane(found, row, this.model, act), timing: () => timingPane(found, row, this.model),
      session: () => sessionPane(found, row, this.model, act), group: () => groupPane(found, row, this.model, act),
    };
    $("pane").replaceChildren(...panes[current]().filter(Boolean));
    $("pane").dataset.tab = current;
    $("pane").dataset.id = row[m.ID];
  }

  title() {
    const { found, row } = this, known = [`exchange ${row[m.NUMBER]}`, `connection #${row[m.CONNECTION]}`, row[m.CLIENT], duration(row[m.LATENCY])];
    const message = found.request || found.response;
    known.push(`correlation ${message.correlationId}`, message.packet ? `packet ${message.packet}` : "");
    $("title").replaceChildren(`${row[m.API]} v${row[m.VERSION]}`,
      element("small", "", known.filter(Boolean).join(" \u00b7 ")),
      ...row[m.ERRORS].map((text) => element("small", "bad", text)),
      ...[...row[m.MARKS], ...found.notes].map((text) => element("small", "warn", text)),
      ...found.steps.map(([, text]) => element("small", "", text)),
      ...this.model.findingsOf(row[m.NUMBER]).map((each) => button("", `\u25b2 ${each[m.TEXT]}`, () => this.select(each[m.ID]))));
  }

  hex() {
    const side = this.found[this.side] ? this.side : this.found.request ? "request" : "response";
    const message = this.found[side];
    const choices = ["request", "response"].filter((name) => this.found[name]).map((name) => {
      const made = button("", `${name} ${this.found[name].size.toLocaleString("en")} bytes`, () => this.turn(name));
      made.setAttribute("aria-pressed", name === side);
      return made;
    });
    return [element("div", "switch", choices), ...hexPane(message, $("detail").clientWidth > WIDE)];
  }

  swap() {
    if (!this.row || !m.isExchange(this.row)) return;
    const current = this.found ? this.current : this.tab;
    if (current !== "hex") this.open(current === "request" ? "response" : "request");
    else this.turn(this.side === "request" ? "response" : "request");
  }

  // The hexdump's side
  turn(side) {
    this.side = side;
    if (this.found) this.draw();
    this.moved();
  }

  open(name) {
    this.tab = name;
    if (this.row && m.isExchange(this.row) && this.found) this.draw();
    this.moved();
  }

  step(by) {
    if (!this.row || !m.isExchange(this.row) || !this.found) return;
    const has = this.has(), names = TABS.filter((name) => has[name]);
    this.open(names[(names.indexOf(this.current) + by + names.length) % names.length]);
  }
}
