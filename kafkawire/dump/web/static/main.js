// The page: what belongs together is put together here.

import { Asking } from "./asking.js";
import { Detail, TABS } from "./detail.js";
import { $, element, framed, paced } from "./dom.js";
import { counted, duration, number } from "./format.js";
import { bindings, listen } from "./keys.js";
import { List } from "./list.js";
import { Model, NUMBER, TIME, isExchange } from "./model.js";
import { Timeline } from "./timeline.js";

const VIEWS = ["latencies", "sessions", "nothing"];

const model = new Model((isReset) => { if (isReset) model.wasReset = true; update(); drawTimes(); });
const list = new List(model, (id) => select(id));
const timeline = new Timeline(model, (id) => select(id));
const detail = new Detail(model, { select: (id) => select(id), filter: (text) => filter.set(text), moved: () => remember() });
const filter = new Asking("filter", () => begin());
const highlight = new Asking("highlight", () => begin());
const drawTimes = paced(200, () => timeline.draw());
let wanted = null;

const update = framed(() => {
  if (wanted !== null) choose(wanted);
  list.update();
  const row = model.rows.get(list.selected);
  if (row) detail.show(row);
  status();
});

function begin() {
  if (list.selected !== null) wanted = model.rows.get(list.selected)?.[NUMBER] ?? null;
  timeline.zoom = null;
  model.open(filter.valid, highlight.valid);
  remember();
}

// An exchange by its own number, as soon as its row is there
function choose(exchange) {
  const row = model.byExchange(exchange);
  if (row) {
    wanted = null;
    select(row[0]);
  } else if (model.isReady) wanted = null;
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
  drawTimes();
  remember();
}

function status() {
  const { state, order } = model, pulse = $("pulse");
  pulse.className = model.link === "open" && state.isDone ? "done" : model.link;
  pulse.title = { open: state.isDone ? "all has been read" : "live", connecting: "connecting", closed: "the server is gone" }[model.link];
  const span = order.length > 1 ? model.at(order.length - 1)[TIME] - model.at(0)[TIME] : 0;
  const listed = filter.valid ? `${number(order.length)} listed of ${counted(state.exchanges, "exchange")}` : counted(state.exchanges, "exchange");
  $("count").textContent = `${listed}${span > 0 ? ` in ${duration(span)}` : ""}${state.isDone ? "" : ", more may come"}`;
  const losses = [];
  if (state.evicted) losses.push(`${counted(state.evicted, "older exchange")} no longer kept`);
  if (model.lost) losses.push(`${counted(model.lost, "change")} missed here, so all was loaded again`);
  if (state.problem) losses.push(state.problem);
  if (model.link !== "open" && model.isReady) losses.push("the server is gone: what is here stays");
  $("loss").textContent = losses.join("; ");
  $("cost").textContent = list.pins.size ? `${list.pins.size} marked` : "? for keys";
  $("empty").hidden = order.length > 0 || !model.isReady;
  $("empty").textContent = filter.valid ? "Nothing fits the filter." : state.isDone ? "There is no Kafka in it." : "Nothing yet: waiting for traffic.";
  document.body.dataset.ready = model.isReady ? "yes" : "no";
}

// The address keeps what is looked at, so that it can be reloaded and handed on.

function remember() {
  const parts = new URLSearchParams(), row = model.rows.get(list.selected);
  if (filter.valid) parts.set("f", filter.valid);
  if (highlight.valid) parts.set("h", highlight.valid);
  if (row && isExchange(row)) {
    parts.set("n", row[NUMBER]);
    parts.set("tab", detail.tab);
  } else if (wanted !== null) parts.set("n", wanted);
  if (timeline.view !== VIEWS[0]) parts.set("view", timeline.view);
  const fragment = parts.size ? `#${parts}` : location.pathname;
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
}

async function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (TABS.includes(parts.get("tab"))) detail.tab = parts.get("tab");
  if (VIEWS.includes(parts.get("view"))) timeline.view = parts.get("view");
  $("view").textContent = timeline.view;
  wanted = Number(parts.get("n")) || null;
  const before = filter.valid + "\n" + highlight.valid;
  filter.input.value = parts.get("f") || "";
  highlight.input.value = parts.get("h") || "";
  const kept = wanted;
  await filter.check();
  await highlight.check();
  wanted = kept;
  if (before === filter.valid + "\n" + highlight.valid && !model.source) begin();
  else update();
}

function jump(by, fits) {
  const id = model.find(Math.round(list.place), by, fits);
  if (id !== null) select(id);
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  timeline.draw();
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
  follow: () => list.follow(!list.follows),
  jump,
  isMarked: (row) => model.marked.has(row[0]) || list.pins.has(row[0]),
  pin: () => {
    const id = list.selected;
    if (id !== null && !list.pins.delete(id)) list.pins.add(id);
    list.draw();
    status();
  },
  narrow: () => { const row = model.rows.get(list.selected); if (row) filter.set(`~conn ${row[3]}`); },
  widen: () => { highlight.set(""); filter.set(""); },
  view: () => {
    timeline.view = VIEWS[(VIEWS.indexOf(timeline.view) + 1) % VIEWS.length];
    $("view").textContent = timeline.view;
    timeline.draw();
    list.draw();
    remember();
  },
  times: () => { list.isAbsolute = !list.isAbsolute; list.redraw(); },
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
  const dialog = $("help");
  if (!$("language").textContent) {
    $("keys").replaceChildren(...bindings(actions).flatMap(({ keys, text }) => [element("dt", "", keys.map((key) => (key === " " ? "space" : key)).join(" ")), element("dd", "", text)]));
    const found = await (await fetch("/api/help")).json();
    $("language").textContent = found.lines.join("\n");
  }
  dialog.showModal();
}

function divide() {
  const divider = $("divider");
  divider.onpointerdown = (event) => { divider.setPointerCapture(event.pointerId); event.preventDefault(); };
  divider.onpointermove = (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    const width = Math.min(window.innerWidth - 260, Math.max(320, window.innerWidth - event.clientX));
    $("detail").style.width = `${width}px`;
    $("list-side").classList.toggle("narrow", window.innerWidth - width < 900);
  };
}

listen(actions);
divide();
$("follow").onclick = actions.follow;
$("view").onclick = actions.view;
$("theme").onclick = actions.theme;
$("help-button").onclick = actions.help;
$("help").onclick = (event) => { if (event.target === $("help")) $("help").close(); };
window.addEventListener("resize", () => { list.draw(); drawTimes(); });
window.addEventListener("hashchange", recall);
const system = matchMedia("(prefers-color-scheme: dark)");
theme(localStorage.getItem("theme") || (system.matches ? "dark" : "light"));
system.addEventListener("change", () => { if (!localStorage.getItem("theme")) theme(system.matches ? "dark" : "light"); });
recall();
