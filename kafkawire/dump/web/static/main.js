// The page: what belongs together is put together here.

import { Address } from "./address.js";
import { Asking } from "./asking.js";
import { Columns } from "./columns.js";
import { Detail, TABS } from "./detail.js";
import { $, element, framed, paced } from "./dom.js";
import { Findings } from "./findings.js";
import { counted, duration, number } from "./format.js";
import { bindings, listen } from "./keys.js";
import { List } from "./list.js";
import { ID, Model, NUMBER, TIME, isExchange } from "./model.js";
import { Timeline, VIEWS } from "./timeline.js";

const MARKS_KEPT = 200;

const model = new Model(() => { update(); drawTimes(); });
const columns = new Columns(() => { list.redraw(); address.write(); });
const list = new List(model, columns, (id) => select(id));
const timeline = new Timeline(model, (id) => select(id), () => address.write());
const detail = new Detail(model, { select: (id) => select(id), filter: (text) => filter.set(text), moved: () => address.write() });
const findings = new Findings(model, (id) => select(id));
const filter = new Asking("filter", () => begin());
const highlight = new Asking("highlight", () => begin());
const drawTimes = paced(200, () => timeline.draw());
// For what happens many times in a second; all else is in the address at once
const remember = () => address.remember();
// What the address asks for and has not come yet: the number of an exchange, or rows
let wanted = { exchange: 0, row: 0, top: 0 };

const address = new Address({
  f: { get: () => filter.valid, set: (text) => filter.set(text) },
  h: { get: () => highlight.valid, set: (text) => highlight.set(text) },
  tab: { get: () => (list.selected !== null || wanted.exchange) && detail.tab, set: (text) => { if (TABS.includes(text)) detail.tab = text; } },
  side: { get: () => (detail.side === "response" ? "response" : ""), set: (text) => { detail.side = text || "request"; } },
  view: { get: () => (timeline.view === VIEWS[0] ? "" : timeline.view), set: (text) => { timeline.view = VIEWS.includes(text) ? text : VIEWS[0]; } },
  zoom: { get: () => timeline.zoomText, set: (text) => { timeline.zoomText = text; } },
  columns: { get: () => columns.text, set: (text) => { columns.text = text; } },
  utc: { get: () => list.isAbsolute && "1", set: (text) => { list.isAbsolute = text === "1"; } },
  follow: { get: () => list.follows && "1", set: (text) => list.follow(text === "1") },
  marks: { get: () => [...list.pins].slice(0, MARKS_KEPT).join(), set: (text) => { list.pins = new Set(text.split(",").map(Number).filter(Boolean)); } },
  n: { get: () => chosen((row) => isExchange(row) && row[NUMBER]) || wanted.exchange || "", set: (text) => { wanted.exchange = Number(text) || 0; } },
  row: { get: () => chosen((row) => !isExchange(row) && row[ID]) || wanted.row || "", set: (text) => { wanted.row = Number(text) || 0; } },
  top: { get: () => (list.selected === null ? wanted.top || list.top : ""), set: (text) => { wanted.top = Number(text) || 0; } },
});

function chosen(what) {
  const row = model.rows.get(list.selected);
  return row ? what(row) : 0;
}

const update = framed(() => {
  list.update();
  fulfil();
  const row = model.rows.get(list.selected);
  if (row) detail.show(row);
  status();
});

// Selects what was wanted as soon as it is there
function fulfil() {
  const row = model.byExchange(wanted.exchange) || model.rows.get(wanted.row);
  if (row) select(row[ID]);
  else if (model.isReady && wanted.top) list.showAtTop(wanted.top);
  if (row || model.isReady) wanted = { exchange: 0, row: 0, top: 0 };
}

// The stream, anew: filter or highlight have changed
function begin() {
  if (address.isRecalling) return;
  wanted.exchange = chosen((row) => isExchange(row) && row[NUMBER]) || wanted.exchange;
  wanted.row = chosen((row) => !isExchange(row) && row[ID]) || wanted.row;
  timeline.zoom = null;
  model.open(filter.valid, highlight.valid);
  remember();
}

function select(id) {
  list.selected = timeline.selected = id;
  if (id === null) detail.hide();
  else {
    list.reveal(id);
    const row = model.rows.get(id);
    if (row) detail.show(row);
  }
  list.draw();
  if (id !== null) list.reveal(id);
  timeline.mark();
  remember();
}

function status() {
  const { state, order } = model, pulse = $("pulse"), isGone = model.link !== "open" && model.isReady;
  pulse.className = model.link === "open" && state.isDone ? "done" : model.link;
  pulse.title = { open: state.isDone ? "all has been read" : "live", connecting: "connecting", closed: "the server is gone" }[model.link];
  const span = order.length > 1 ? model.at(order.length - 1)[TIME] - model.at(0)[TIME] : 0;
  const listed = filter.valid ? `${number(model.ids.size)} listed of ${counted(state.exchanges, "exchange")}` : counted(state.exchanges, "exchange");
  $("count").textContent = `${listed}${span > 0 ? ` in ${duration(span)}` : ""}${state.isDone || isGone ? "" : ", more may come"}`;
  const losses = [];
  if (isGone) losses.push("wire-dump has ended: what is listed stays, the rest cannot be asked for");
  if (state.evicted) losses.push(`${counted(state.evicted, "older exchange")} no longer kept`);
  if (model.lost) losses.push(`${counted(model.lost, "change")} missed here, so all was loaded again`);
  if (state.problem) losses.push(state.problem);
  $("loss").textContent = losses.join("; ");
  $("cost").textContent = list.pins.size ? `${list.pins.size} marked` : "? for keys";
  $("empty").hidden = order.length > 0 || !model.isReady;
  $("empty").textContent = filter.valid ? "Nothing fits the filter.\nZ takes it away." :
    state.isDone ? "There is no Kafka in it." : "Nothing yet: waiting for traffic.";
  findings.status();
  document.body.dataset.ready = model.isReady ? "yes" : "no";
}

async function recall() {
  const before = `${filter.valid}\n${highlight.valid}`;
  list.selected = timeline.selected = null;
  detail.hide();
  await address.recall();
  showView();
  list.redraw();
  if (!model.source || before !== `${filter.valid}\n${highlight.valid}`) {
    const { zoom } = timeline;
    begin();
    timeline.zoom = zoom;
  }
  update();
}

function jump(by, fits) {
  const from = list.selected === null && by < 0 ? model.order.length : Math.round(list.place);
  const id = model.find(from, by, fits);
  if (id !== null) select(id);
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  timeline.draw();
}

function view(name) {
  timeline.view = name;
  showView();
  address.write();
}

function showView() {
  for (const name of ["latencies", "sessions"]) $(`view-${name}`).setAttribute("aria-pressed", timeline.view === name);
  timeline.draw();
  list.draw();
}

const actions = {
  step: (by) => list.step(by),
  page: (by) => list.step(by * list.page),
  first: () => list.step(-Infinity),
  last: () => list.step(Infinity),
  tab: (by) => detail.step(by),
  open: (at) => detail.open(TABS[at]),
  swap: () => detail.swap(),
  filter: () => { filter.input.focus(); filter.input.select(); },
  highlight: () => { highlight.input.focus(); highlight.input.select(); },
  follow: () => { list.follow(!list.follows); address.write(); },
  jump,
  isMarked: (row) => model.marked.has(row[ID]) || list.pins.has(row[ID]),
  pin: () => {
    const id = list.selected;
    if (id !== null && !list.pins.delete(id)) list.pins.add(id);
    list.draw();
    status();
    address.write();
  },
  lead: () => { const to = chosen((row) => model.leadsTo(row)); if (to) select(to[ID]); },
  narrow: () => { const row = model.rows.get(list.selected); if (row) filter.set(`~conn ${row[3]}`); },
  widen: () => { highlight.set(""); filter.set(""); },
  view: () => view(VIEWS[(VIEWS.indexOf(timeline.view) + 1) % VIEWS.length]),
  whole: () => timeline.zoomTo(null),
  times: () => { list.isAbsolute = !list.isAbsolute; list.redraw(); address.write(); },
  columns: () => columns.choose(),
  findings: () => findings.open(),
  theme: () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", name);
    theme(name);
  },
  help: () => help(),
  back: () => {
    if (list.selected !== null) select(null);
    else if (filter.valid) filter.set("");
  },
};

async function help() {
  $("help").showModal();
  if ($("language").textContent) return;
  $("keys").replaceChildren(...bindings(actions).flatMap(({ keys, text }) => [element("dt", "", keys.map((key) => (key === " " ? "space" : key)).join(" ")), element("dd", "", text)]));
  try {
    const found = await (await fetch("/api/help")).json();
    $("language").textContent = found.lines.join("\n");
  } catch {
    $("language").textContent = "wire-dump has ended; `wire-dump filter --help` tells of it.";
  }
}

function divide() {
  const divider = $("divider");
  divider.onpointerdown = (event) => { divider.setPointerCapture(event.pointerId); event.preventDefault(); };
  divider.onpointermove = (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    const width = Math.min(window.innerWidth - 260, Math.max(320, window.innerWidth - event.clientX));
    $("detail").style.width = `${width}px`;
  };
}

listen(actions);
divide();
for (const [name, act] of [["follow", "follow"], ["theme", "theme"], ["help-button", "help"], ["columns-button", "columns"], ["findings-button", "findings"]]) $(name).onclick = actions[act];
for (const name of ["latencies", "sessions"]) $(`view-${name}`).onclick = () => view(timeline.view === name ? "nothing" : name);
for (const dialog of document.querySelectorAll("dialog")) dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
$("usual-columns").onclick = () => { columns.text = ""; columns.choose(); columns.changed(); };
$("list").addEventListener("scroll", remember, { passive: true });
window.addEventListener("resize", () => { list.draw(); drawTimes(); });
window.addEventListener("hashchange", recall);
const system = matchMedia("(prefers-color-scheme: dark)");
theme(localStorage.getItem("theme") || (system.matches ? "dark" : "light"));
system.addEventListener("change", () => { if (!localStorage.getItem("theme")) theme(system.matches ? "dark" : "light"); });
$("list").focus({ preventScroll: true });
recall();
