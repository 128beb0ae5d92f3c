// What the page has, and what it lists of that. Data files call `wireDump`, all text is set as text.
// The parts of the page are joined in one script (`sink`), so that it works from a disk.

const ROW_HEIGHT = 24, EXCHANGE = 0, SPARE_ROWS = 12, BYTES_AT_FIRST = 4096;
const TIME = 1, CONNECTION = 2, NUMBER = 3, CLIENT = 4, API = 5, VERSION = 6, KIND = 7,
  LATENCY = 8, SENT = 9, BACK = 10, ERRORS = 11, MARKS = 12, SUBJECT = 13, FILE = 14;
const TEXT = 3, ADVICE = 4, ABOUT = 5; // of lines that are no exchange
const TABS = ["request", "response", "records", "connection"];
const $ = (id) => document.getElementById(id);
const rows = [], texts = [], places = new Map(), details = new Map(), waiting = new Map();
let meta = { connections: {}, lists: 0 }, shown = [], chosen = null, tab = "request";

// Small things

function element(tag, name, ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function size(count) {
  if (count === null) return "";
  let value = count, unit = "";
  for (unit of ["", "K", "M", "G"]) {
    if (value < 1000) break;
    value /= 1024;
  }
  return unit && value < 9.95 ? value.toFixed(1) + unit : Math.round(value) + unit;
}

function duration(ns) {
  if (ns === null) return "";
  if (ns < 999500) return Math.round(ns / 1e3) + "us";
  const [value, unit] = ns < 999950000 ? [ns / 1e6, "ms"] : [ns / 1e9, "s"];
  return Number(value.toPrecision(4)).toFixed(value < 10 ? 3 : value < 100 ? 2 : 1) + unit;
}

const seconds = (ns) => (ns / 1e9).toFixed(6);
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function load(name) {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `data/${name}`;
    script.onload = script.onerror = () => { script.remove(); resolve(); };
    document.head.append(script);
  });
}

// Data

window.wireDump = {
  meta(found) { meta = found; },
  list(found) { for (const row of found) rows.push(row); },
  detail(file, found) {
    details.set(file, found);
    if (details.size > 40) details.delete(details.keys().next().value);
  },
};

// Lines were written as exchanges ended; here they stand as they began.
function arrange() {
  rows.sort((one, other) => one[TIME] - other[TIME]);
  for (const row of rows) {
    if (row[0] === EXCHANGE) places.set(row[NUMBER], texts.length);
    texts.push((row[0] === EXCHANGE
      ? [`#${row[CONNECTION]} `, row[CLIENT], `${row[API]} v${row[VERSION]}`, ...row[ERRORS],
         ...row[MARKS], row[SUBJECT]]
      : [`#${row[CONNECTION]} `, row[TEXT], row[ADVICE]]).join(" ").toLowerCase());
  }
}

// Makes the tree and the leaf of each byte of rows that say only where they end.
function expand(message) {
  if (!message || message.tree) return;
  const leaves = [];
  const within = (found, path) => {
    const kept = [];
    for (const [name, text, kind, end, children] of found) {
      const start = leaves.length ? leaves[leaves.length - 1][1] : 0;
      const joint = !path || path === "body" ? "" : name[0] === "[" ? path : `${path}.`;
      if (children) kept.push([name, text, kind, start, end, within(children, joint + name)]);
      else {
        leaves.push([start, end, path, name, text]);
        if (!/^\((tags|tag|size|count|present)\)$/.test(name)) kept.push([name, text, kind, start, end]);
      }
    }
    return kept;
  };
  message.tree = within(message.rows, "");
  message.leaves = leaves;
}

async function detailOf(row) {
  const file = row[FILE];
  if (!details.has(file)) {
    if (!waiting.has(file)) waiting.set(file, load(`detail-${file}.js`));
    await waiting.get(file);
    waiting.delete(file);
  }
  const found = (details.get(file) || {})[row[NUMBER]];
  if (found) for (const name of ["request", "response"]) expand(found[name]);
  return found;
}

// Filter

function isBad(row) {
  return row[0] === EXCHANGE ? row[ERRORS].length + row[MARKS].length > 0 : row[0] >= 3;
}

function term(word) {
  if (word[0] === "!" && word.length > 1) {
    const inner = term(word.slice(1));
    return (at) => !inner(at);
  }
  const limit = /^([<>])(\d+(?:\.\d+)?)(us|ms|s)$/.exec(word);
  if (limit) {
    const ns = limit[2] * { us: 1e3, ms: 1e6, s: 1e9 }[limit[3]];
    const above = limit[1] === ">";
    return (at) => rows[at][0] === EXCHANGE && rows[at][LATENCY] !== null &&
      (above ? rows[at][LATENCY] > ns : rows[at][LATENCY] < ns);
  }
  if (word === "errors") return (at) => isBad(rows[at]);
  if (/^#\d+$/.test(word)) return (at) => rows[at][CONNECTION] === Number(word.slice(1));
  return (at) => texts[at].includes(word);
}

function filter() {
  const terms = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean).map(term);
  shown = [];
  for (let at = 0; at < rows.length; at++) {
    if (terms.every((fits) => fits(at))) shown.push(at);
  }
  $("count").textContent = terms.length ? `${shown.length} of ${rows.length} lines` : "";
  $("spacer").style.height = `${shown.length * ROW_HEIGHT}px`;
  draw();
  drawTimeline();
}
