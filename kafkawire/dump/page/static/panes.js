// What else is known of an exchange: its records, connection, times, session, group.

import { $, button, element, facts } from "./dom.js";
import { counted, duration, number, seconds, size } from "./format.js";
import { histogram, words as describe } from "./histogram.js";
import * as m from "./model.js";

const HISTORY_MAX = 200, SHORT_KEY = 28, SPREAD_WIDE = 700, SPREAD_LEAST = 240, SPREAD_HIGH = 150;

const scroll = (...children) => [element("div", "scroll", ...children)];

// Records

function shownText(part, indent = 2) {
  if (part.kind === "null") return element("span", "faint", "null");
  const text = typeof part.value === "string" ? part.value : JSON.stringify(part.value, null, indent);
  const kind = ["string", "json"].includes(part.kind) ? "" : element("span", "kind", part.kind);
  const note = part.note ? element("div", "faint", part.note) : "";
  return element("pre", "", kind, (part.kind === "hex" ? "0x" : "") + text, note);
}

function recordRow(record) {
  const key = record.control ? element("b", "warn", record.control) : shownText(record.key);
  return element("tr", "",
    element("td", "short", String(record.offset)),
    element("td", "short faint", record.timestamp >= 0 ? new Date(record.timestamp).toISOString().slice(11, 23) : ""),
    element("td", key.textContent.length < SHORT_KEY ? "short" : "", key),
    element("td", "", shownText(record.value),
      record.headers.map((header) => element("div", "header faint", `${header.name}: `, shownText(header, 0)))));
}

export function recordsPane(batches) {
  return scroll(batches.map((batch) => {
    const parts = [`${batch.topic}-${batch.partition}`, `from offset ${batch.baseOffset}`, counted(batch.count, "record"),
      `${size(batch.size)} bytes`, { none: "not compressed" }[batch.codec] || batch.codec || "unknown codec", batch.magic < 2 ? `magic ${batch.magic}` : "",
      batch.producerId >= 0 ? `producer ${batch.producerId} epoch ${batch.producerEpoch} sequence ${batch.baseSequence}` : "",
      batch.isTransactional ? "transactional" : "", batch.isControl ? "control" : "", batch.isPartial ? "its end was not sent" : ""];
    const head = element("tr", "", ["offset", "time", "key", "value, headers"].map((text) => element("th", "", text)));
    const left = batch.count - batch.records.length;
    return element("div", "batch", element("h3", "", parts.filter(Boolean).join(" \u00b7 ")),
      batch.problems.map((text) => element("div", "problem", text)),
      batch.records.length ? element("table", "", head, batch.records.map(recordRow)) : "",
      left > 0 && batch.records.length ? element("p", "faint", `${counted(left, "record")} more, not on this page`) : "");
  }));
}

// Rows that have to do with this one

function history(model, row, fits, act) {
  const found = [];
  for (const id of model.order) {
    const each = model.rows.get(id);
    if (m.isExchange(each) && fits(each)) found.push(each);
  }
  const at = Math.max(0, found.findIndex((each) => each[m.ID] === row[m.ID]) - HISTORY_MAX / 2);
  const lines = found.slice(at, at + HISTORY_MAX).map((each) => {
    const line = element("tr", each[m.ID] === row[m.ID] ? "this" : "",
      element("td", "short faint", seconds(each[m.TIME])), element("td", "short", `${each[m.API]} v${each[m.VERSION]}`),
      element("td", "short", duration(each[m.LATENCY])),
      element("td", "", each[m.ERRORS].map((text) => element("b", "bad", `${text} `)), words(each)));
    line.dataset.id = each[m.ID];
    line.tabIndex = 0;
    line.onclick = () => act(each[m.ID]);
    line.onkeydown = (event) => { if (event.key === "Enter") act(each[m.ID]); };
    return line;
  });
  const some = lines.length < found.length ? `, ${lines.length} of them here` : "";
  return [element("h3", "", `${counted(found.length, "exchange")} listed${some}`), element("table", "", lines)];
}

function words(row) {
  const step = row[m.SESSION];
  if (!step) return row[m.SUBJECT];
  const [, epoch, kind, held, added, changed, forgotten, reported, leftOut, isEvicted] = step;
  const changes = [added && `+${added}`, changed && `~${changed}`, forgotten && `\u2212${forgotten}`].filter(Boolean);
  return `epoch ${epoch} ${kind}, holds ${held}${changes.length ? ` (${changes.join(" ")})` : ""}, reported ${reported}` +
    (leftOut ? `, left out ${leftOut}` : "") + (isEvicted ? ", evicted" : "");
}

// Steps: an object of the server's, shown by what its values are

function partition(each) {
  if (typeof each !== "object" || each === null) return String(each);
  const { topic, partition: number, firstOffset, lastOffset, deliveryCount, type } = each;
  if (firstOffset === undefined) return `${topic}-${number}`;
  return `${topic}-${number} ${firstOffset}\u2013${lastOffset} ${type || `delivery ${deliveryCount}`}`;
}

function chips(values, name) {
  const sign = { added: "plus", gained: "plus", forgotten: "minus", lost: "minus" }[name] || "";
  return element("div", "chips", values.map((each) => element("span", sign, partition(each))));
}

function valueOf(name, value) {
  if (Array.isArray(value)) return value.length ? chips(value, name) : "nothing";
  if (typeof value !== "object") return String(value);
  const pairs = Object.entries(value);
  if (pairs.some(([, each]) => Array.isArray(each))) {
    return facts(pairs.map(([key, each]) => [key, valueOf("", each)]));
  }
  return chips(pairs.map(([key, each]) => `${key}: ${each}`), name);
}

const isEmpty = (value) => value === null || value === "" || value === -1 || (typeof value === "object" && !Object.keys(value).length);

function spaced(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^is /, "");
}

function stepFacts(step) {
  const { summary, ...rest } = step;
  const pairs = Object.entries(rest).filter(([, value]) => !isEmpty(value) && value !== false);
  return [element("p", "summary", summary || ""), facts(pairs.map(([name, value]) => [spaced(name), valueOf(name, value)]))];
}

export function sessionPane(detail, row, model, act) {
  const id = detail.session.sessionId; // which a row does not know whose response has only just come
  return scroll(stepFacts(detail.session), button("", "only this connection's fetches", () => act(`~api ${row[m.API] === "Fetch" ? "Fetch" : "Share*"} & ~conn ${row[m.CONNECTION]}`)),
    history(model, row, (each) => each[m.SESSION] && each[m.CONNECTION] === row[m.CONNECTION] && (each[m.SESSION][0] === id || each[m.SESSION][2] === "opened"), act));
}

export function groupPane(detail, row, model, act) {
  const parts = [];
  if (detail.group) parts.push(element("h3", "", `group ${detail.group.group}`), ...stepFacts(detail.group));
  if (detail.transaction) parts.push(element("h3", "", `transaction ${detail.transaction.transactionalId}`), ...stepFacts(detail.transaction));
  const group = row[m.GROUP]?.[0], transaction = row[m.TRANSACTION]?.[0];
  return scroll(parts, history(model, row, (each) => (group !== undefined && each[m.GROUP]?.[0] === group) ||
    (transaction !== undefined && each[m.TRANSACTION]?.[0] === transaction), act));
}

// Connection

export function connectionPane(detail, row, model, act) {
  const { versions, ...known } = detail.connection;
  const offered = versions.length ? [element("h3", "", "versions that the broker offered"),
    element("div", "chips", versions.map(([name, low, high]) => element("span", "", `${name} ${low}\u2013${high}`)))] : [];
  return scroll(facts(Object.entries(known)), button("", "only this connection", () => act(`~conn ${row[m.CONNECTION]}`)),
    offered, history(model, row, (each) => each[m.CONNECTION] === row[m.CONNECTION], act));
}

// Timing

const arrived = ([from, to]) => (to > from ? `within ${duration(to - from)}` : "at once");

export function timingPane(detail, row, model) {
  const timing = detail.timing, { request, response } = timing;
  const pairs = [["first byte", timing.start]];
  if (request) pairs.push(["request", `${counted(row[m.SENT], "byte")} ${arrived(request)}`]);
  if (timing.latencyNs !== null) pairs.push(["latency", `${duration(timing.latencyNs)} from the request's last byte to the response's first`]);
  if (response) pairs.push(["response", `${counted(row[m.BACK], "byte")} ${arrived(response)}`]);
  if (timing.throttleMs) pairs.push(["throttled", `${timing.throttleMs} ms: so long the client is to wait`]);
  if (!timing.expectsResponse) pairs.push(["response", "none is sent (acks=0)"]);
  else if (!response) pairs.push(["response", timing.ended ? `there is none: ${timing.ended}` : "not yet"]);
  return scroll(waterfall(timing), facts(pairs), spread(row, model));
}

// What took how long, one below the other on a common scale
function waterfall({ request, response, throttleMs }) {
  const sent = request || [0, 0], back = response || [sent[1], sent[1]];
  const end = Math.max(back[1] + throttleMs * 1e6, 1), parts = [];
  const bar = (name, kind, from, to) => {
    const made = element("i", kind);
    made.style.left = `${from / end * 100}%`;
    made.style.width = `${(to - from) / end * 100}%`;
    parts.push(element("span", "faint", name), element("div", "track", made), element("span", "", to > from ? duration(to - from) : "at once"));
  };
  if (request) bar("request", "sent", sent[0], sent[1]);
  if (request && response) bar("waiting", "wait", sent[1], Math.max(sent[1], back[0]));
  if (response) bar("response", "back", back[0], back[1]);
  if (throttleMs) bar("throttled", "held", back[1], end);
  return element("div", "waterfall", parts);
}

// Where this latency is among those of the same API
function spread(row, model) {
  const all = [];
  for (const each of model.rows.values()) {
    if (m.isExchange(each) && each[m.API] === row[m.API] && each[m.LATENCY] !== null) all.push(each[m.LATENCY]);
  }
  if (all.length < 2 || row[m.LATENCY] === null) return "";
  const sorted = Float64Array.from(all).sort(), faster = all.filter((ns) => ns < row[m.LATENCY]).length;
  const wide = Math.max(SPREAD_LEAST, Math.min(SPREAD_WIDE, $("pane").clientWidth - 30));
  return element("div", "", element("h3", "", `slower than ${Math.round(faster / all.length * 100)} % of ${number(all.length)} listed ${row[m.API]}`),
    histogram(sorted, wide, SPREAD_HIGH, { mark: row[m.LATENCY] }), describe(sorted));
}
