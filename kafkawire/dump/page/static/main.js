// The page: what belongs together is put together here.

import { Address } from "./address.js";
import { Asking } from "./asking.js";
import { Columns } from "./columns.js";
import { Detail, TABS } from "./detail.js";
import { $, button, element, framed, paced } from "./dom.js";
import { Exporting } from "./exporting.js";
import { Findings } from "./findings.js";
import { bindings, listen } from "./keys.js";
import { List } from "./list.js";
import { ID, Model, NUMBER, isExchange } from "./model.js";
import { Order } from "./order.js";
import { source } from "./source.js";
import { Statistics } from "./statistics.js";
import { Status } from "./status.js";
import { Theme } from "./theme.js";
import { Timeline, VIEWS } from "./timeline.js";
import { Times } from "./times.js";

const MARKS_KEPT = 200;

const model = new Model(source, () => { update(); drawTimes(); });
const times = new Times(model);
const columns = new Columns(times, () => { list.redraw(); address.write(); });
const order = new Order(model, { chosen: () => reordered(), sorted: () => update() });
const list = new List({ model, order, columns, times }, (id) => select(id));
const statistics = new Statistics(model, { add: (text) => filter.add(text) });
const timeline = new Timeline({ model, times, statistics }, (id) => select(id), () => address.write());
const detail = new Detail(model, source, { select: (id) => select(id), filter: (text) => filter.set(text), moved: () => address.write() });
const exporting = new Exporting({ model, order, times, detail }, (text) => filter.add(text));
const findings = new Findings(model, (id) => select(id));
const filter = new Asking("filter", source, () => begin());
const highlight = new Asking("highlight", source, () => begin());
const status = new Status({ model, list, filter, detail }, { close: () => select(null), widen: () => actions.widen() });
const theme = new Theme(() => timeline.draw());
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
  sort: { get: () => order.text, set: (text) => { order.text = text; } },
  utc: { get: () => times.isAbsolute && "1", set: (text) => { times.isAbsolute = text === "1"; } },
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
  order.update();
  if (times.fit()) refit();
  list.update();
  fulfil();
  const row = model.rows.get(list.selected);
  if (row) detail.show(row);
  status.show();
  findings.status();
});

function reordered() {
  if (order.isSorted) list.follow(false);
  list.redraw();
  if (list.selected !== null) list.reveal(list.selected);
  else list.box.scrollTop = 0;
  address.write();
}

// The column of times has another form, and with it another width
function refit() {
  columns.fit(columns.width);
  list.redraw();
}

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

async function recall() {
  const before = `${filter.valid}\n${highlight.valid}`;
  list.selected = timeline.selected = null;
  detail.hide();
  await address.recall();
  showView();
  showTimes();
  if (!model.isOpen || before !== `${filter.valid}\n${highlight.valid}`) {
    const { zoom } = timeline;
    begin();
    timeline.zoom = zoom;
  }
  update();
}

function jump(by, fits) {
  const from = list.selected === null && by < 0 ? order.length : Math.round(list.place);
  const id = order.find(from, by, fits);
  if (id !== null) select(id);
}

function view(name) {
  timeline.view = name;
  showView();
  address.write();
}

function showTimes() {
  times.fit();
  $("clock").setAttribute("aria-pressed", times.isAbsolute);
  refit();
  timeline.draw();
}

function showView() {
  for (const name of VIEWS.slice(0, -1)) $(`view-${name}`).setAttribute("aria-pressed", timeline.view === name);
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
  follow: () => {
    if (order.isSorted && !list.follows) order.text = "";
    list.follow(!list.follows);
    address.write();
  },
  jump,
  isMarked: (row) => model.marked.has(row[ID]) || list.pins.has(row[ID]),
  pin: () => {
    const id = list.selected;
    if (id !== null && !list.pins.delete(id)) list.pins.add(id);
    list.draw();
    status.show();
    address.write();
  },
  lead: () => { const to = chosen((row) => model.leadsTo(row)); if (to) select(to[ID]); },
  narrow: () => { const row = model.rows.get(list.selected); if (row) filter.set(`~conn ${row[3]}`); },
  widen: () => { highlight.set(""); filter.set(""); },
  view: () => view(VIEWS[(VIEWS.indexOf(timeline.view) + 1) % VIEWS.length]),
  whole: () => timeline.zoomTo(null),
  times: () => { times.isAbsolute = !times.isAbsolute; showTimes(); address.write(); },
  slowest: () => { order.text = order.text === "-latency" ? "" : "-latency"; },
  exports: () => exporting.open(model.rows.get(list.selected)),
  columns: () => columns.choose(),
  findings: () => findings.open(),
  theme: () => theme.swap(),
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
    $("language").textContent = (await source.help()).join("\n");
  } catch (error) {
    $("language").textContent = error.message;
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
for (const [name, act] of [["follow", "follow"], ["theme", "theme"], ["help-button", "help"], ["columns-button", "columns"], ["findings-button", "findings"], ["clock", "times"], ["export-button", "exports"]]) $(name).onclick = actions[act];
for (const name of VIEWS.slice(0, -1)) $(`view-${name}`).onclick = () => view(timeline.view === name ? "nothing" : name);
for (const dialog of document.querySelectorAll("dialog")) {
  const close = button("close", "\u2715", () => dialog.close());
  close.setAttribute("aria-label", "close");
  dialog.append(close); // at the end, so that the focus begins with what the dialog is for
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
}
$("close-detail").onclick = () => { select(null); $("list").focus(); };
$("usual-columns").onclick = () => { columns.text = ""; columns.choose(); columns.changed(); };
$("list").addEventListener("scroll", remember, { passive: true });
window.addEventListener("resize", () => { list.draw(); drawTimes(); });
window.addEventListener("hashchange", recall);
$("list").focus({ preventScroll: true });
recall();
