// Copies and files of what is listed and of the selected exchange, and filters made of it.

import { $, button, element } from "./dom.js";
import { counted, number, size } from "./format.js";
import * as m from "./model.js";

const WHATS = ["exchange", "opened", "closed", "damage", "finding"];
const CSV = ["kind", "number", "time", "connection", "clientId", "api", "version", "correlationId", "latencyUs", "sentBytes", "receivedBytes", "throttleMs", "errors", "marks", "about"];
const BARE = /^[^\s&|()!=<>"'~/][^\s&|()!=<>"']*$/;
const BYTES_MAX = 32768; // Of a message, that a page has
const RESERVED = ["and", "or", "not", "null", "true", "false"];

export class Exporting {
  constructor({ model, order, times, detail }, add) {
    Object.assign(this, { model, order, times, detail, add });
  }

  open(row) {
    $("exported").textContent = "";
    $("export-choices").replaceChildren(...this.listed(), ...(row && m.isExchange(row) ? [...this.one(row), ...this.filters(row)] : [element("p", "faint", "Select an exchange to copy it alone.")]));
    if (!$("export").open) $("export").showModal();
  }

  listed() {
    const rows = () => this.order.ids.map((id) => this.model.rows.get(id)).filter(Boolean);
    const lines = () => rows().map((row) => `${JSON.stringify(this.object(row))}\n`).join("");
    const table = () => [CSV.join(), ...rows().map((row) => csvLine(this.object(row)))].join("\r\n");
    const count = counted(this.order.length, "line");
    return [element("h3", "", `What is listed: ${count}, in this order`),
      this.choice("JSON lines", lines, "wire-dump.jsonl", "application/x-ndjson", count),
      this.choice("CSV", table, "wire-dump.csv", "text/csv", count)];
  }

  one(row) {
    const what = `${row[m.API]} v${row[m.VERSION]}, exchange ${row[m.NUMBER]}`, name = `exchange-${row[m.NUMBER]}`;
    const hex = (side) => async () => hexOf((await this.detail.load(row))[side]);
    return [element("h3", "", `The selected exchange: ${what}`),
      this.choice("JSON", async () => `${JSON.stringify(await this.exchange(row), null, 2)}\n`, `${name}.json`, "application/json", what),
      row[m.SENT] === null ? "" : this.choice(`request as hex${part(row[m.SENT])}`, hex("request"), `${name}-request.hex`, "text/plain", "the request's bytes"),
      row[m.BACK] === null ? "" : this.choice(`response as hex${part(row[m.BACK])}`, hex("response"), `${name}-response.hex`, "text/plain", "the response's bytes")].filter(Boolean);
  }

  filters(row) {
    const asked = [`~api ${row[m.API]}`, `~conn ${row[m.CONNECTION]}`, row[m.CLIENT] ? `~c ${quoted(row[m.CLIENT])}` : "",
      row[m.LATENCY] === null ? "" : `~lat >=${Math.floor(row[m.LATENCY] / 1e3)}us`, ...row[m.ERRORS].map((name) => `~err ${name}`),
      row[m.GROUP] ? `~g ${quoted(row[m.GROUP][0])}` : "", row[m.TRANSACTION] ? `~tx ${quoted(row[m.TRANSACTION][0])}` : "", `~n ${row[m.NUMBER]}`];
    return [element("h3", "", "Add to the filter"),
      element("div", "choice", [...new Set(asked)].filter(Boolean).map((text) => button("mono", text, () => { $("export").close(); this.add(text); })))];
  }

  choice(name, make, file, type, what) {
    const act = (done) => async () => {
      try {
        const text = await make();
        await done(text);
        $("exported").textContent = `${done === copy ? "copied" : "saved"}: ${what}, ${size(text.length)} characters`;
      } catch (error) {
        $("exported").textContent = `that did not work: ${error.message}`;
      }
    };
    const save = (text) => saved(text, file, type);
    return element("div", "choice", element("span", "", name), button("", "copy", act(copy)), button("", "save", act(save)));
  }

  // A row under the names that `wire-dump read --json` has
  object(row) {
    const shared = { kind: WHATS[row[m.WHAT]], time: this.times.iso(row[m.TIME]), connection: row[m.CONNECTION] };
    if (row[m.WHAT] === m.FINDING) return { ...shared, exchange: row[m.ABOUT], detector: row[m.DETECTOR], severity: row[m.SEVERITY], text: row[m.TEXT], advice: row[m.ADVICE] };
    if (!m.isExchange(row)) return { ...shared, text: row[m.TEXT] };
    return {
      kind: shared.kind, number: row[m.NUMBER], time: shared.time, connection: shared.connection,
      clientId: row[m.CLIENT], api: row[m.API], version: row[m.VERSION], correlationId: row[m.CORRELATION],
      latencyUs: row[m.LATENCY] === null ? null : row[m.LATENCY] / 1e3, sentBytes: row[m.SENT], receivedBytes: row[m.BACK],
      throttleMs: row[m.THROTTLE], errors: row[m.ERRORS], marks: row[m.MARKS], about: row[m.SUBJECT],
    };
  }

  async exchange(row) {
    const { request, response, batches, connection, session, group, transaction, notes } = await this.detail.load(row);
    return { ...this.object(row), request: message(request), response: message(response), records: batches, connection, session, group, transaction, notes };
  }
}

const part = (bytes) => (bytes > BYTES_MAX ? `, the first ${number(BYTES_MAX)} of ${number(bytes)} bytes` : "");

function message(found) {
  if (!found) return null;
  const { name, version, time, correlationId, packet, size: bytes, problem } = found;
  return { name, version, time, correlationId, packet, size: bytes, problem, fields: fields(found.tree), hex: hexOf(found) };
}

// Fields as the tree shows them: texts, structures and lists
function fields(nodes) {
  if (nodes.length && nodes.every(([name]) => name.startsWith("["))) return nodes.map(value);
  return Object.fromEntries(nodes.map((node) => [node[0], value(node)]));
}

const value = ([, text, , , , children]) => (children ? fields(children) : text);

function hexOf({ bytes }) {
  return Array.from(atob(bytes), (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

// Text that a spreadsheet would take for a formula begins with a quote.
function csvLine(object) {
  const line = { ...object, about: object.about ?? [object.text, object.advice].filter(Boolean).join(" ") };
  return CSV.map((name) => {
    const found = line[name] ?? "", text = Array.isArray(found) ? found.join(" ") : String(found);
    const safe = typeof found !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe;
  }).join();
}

// A word of the filter language, in quotes where it needs them
export function quoted(text) {
  if (BARE.test(text) && !RESERVED.includes(text)) return text;
  return `"${text.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"`;
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A page of another host than this one has no clipboard of its own.
  const area = element("textarea");
  area.value = text;
  $("export").append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error("the browser does not let this page copy; save it instead");
  return undefined;
}

function saved(text, name, type) {
  const link = element("a"), address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
