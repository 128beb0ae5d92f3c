// What the page says about itself: how many lines there are, what is missing and why, what to do.

import { $ } from "./dom.js";
import { counted, duration, number } from "./format.js";
import { TIME } from "./model.js";

export class Status {
  constructor({ model, list, filter, detail }, { close, widen }) {
    Object.assign(this, { model, list, filter, detail, close, widen });
  }

  show() {
    this.pulse();
    this.count();
    this.losses();
    this.empty();
    this.notice();
    document.body.dataset.ready = this.model.isReady ? "yes" : "no";
  }

  get isGone() { return this.model.link !== "open" && this.model.isReady; }

  pulse() {
    const { link, state } = this.model, pulse = $("pulse");
    pulse.className = link === "open" && state.isDone ? "done" : link;
    pulse.title = { open: state.isDone ? "all has been read" : "live", connecting: "connecting", closed: "the server is gone" }[link];
  }

  count() {
    const { state, order, ids } = this.model;
    const span = order.length > 1 ? this.model.at(order.length - 1)[TIME] - this.model.at(0)[TIME] : 0;
    const all = counted(state.exchanges, "exchange"), listed = this.filter.valid ? `${number(ids.size)} listed of ${all}` : all;
    $("count").textContent = `${listed}${span > 0 ? ` in ${duration(span)}` : ""}${state.isDone || this.isGone ? "" : ", more may come"}`;
    $("cost").textContent = this.list.pins.size ? `${this.list.pins.size} marked` : "? for keys";
  }

  losses() {
    const { state, lost } = this.model, found = [];
    if (this.isGone) found.push("wire-dump has ended: what is listed stays, the rest cannot be asked for");
    if (state.evicted) found.push(`${counted(state.evicted, "older exchange")} dropped: at most the last ${number(state.rowsMax)} lines are kept`);
    if (state.left) found.push(state.left);
    if (lost) found.push(`${counted(lost, "change")} missed here, so all was loaded again`);
    if (state.problem) found.push(state.problem);
    $("loss").textContent = found.join("; ");
    $("loss").hidden = !found.length;
  }

  empty() {
    const { order, isReady, state } = this.model;
    $("empty").hidden = order.length > 0 || !isReady;
    $("empty").textContent = this.filter.valid ? "Nothing fits the filter.\nZ takes it away." :
      state.isDone ? "There is no Kafka in it." : "Nothing yet: waiting for traffic.";
  }

  // The details stay when the filter takes their row away, and tell so.
  notice() {
    const id = this.list.selected, { isReady, rows, state } = this.model, close = ["close it", this.close];
    if (id === null || !isReady || rows.has(id)) this.detail.notice("");
    else if (id < state.first) this.detail.notice("This line is no longer kept.", [close]);
    else this.detail.notice("The filter does not choose this line.", [["no filter", this.widen], close]);
  }
}
