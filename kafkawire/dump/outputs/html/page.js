// The address keeps what is looked at

function remember() {
  const parts = new URLSearchParams();
  if ($("filter").value) parts.set("f", $("filter").value);
  if (chosen !== null && rows[chosen][0] === EXCHANGE) {
    parts.set("n", rows[chosen][NUMBER]);
    parts.set("tab", tab);
  } else if (chosen !== null) parts.set("line", chosen);
  history.replaceState(null, "", `#${parts}`);
}

function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  $("filter").value = parts.get("f") || "";
  if (TABS.includes(parts.get("tab"))) tab = parts.get("tab");
  filter();
  const number = Number(parts.get("n"));
  const at = number ? rows.findIndex((row) => row[0] === EXCHANGE && row[NUMBER] === number) : -1;
  const line = parts.has("line") && Number(parts.get("line")) in rows ? Number(parts.get("line")) : null;
  choose(at >= 0 ? at : line);
}

function redraw() {
  if (chosen !== null && rows[chosen][0] === EXCHANGE) show();
}

const keys = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
  PageDown: () => step(20), PageUp: () => step(-20),
  g: () => step(-Infinity), Home: () => step(-Infinity), G: () => step(Infinity), End: () => step(Infinity),
  e: () => {
    const from = chosen === null ? -1 : shown.indexOf(chosen);
    const next = shown.find((at, here) => here > from && isBad(rows[at]));
    if (next !== undefined) choose(next);
  },
  Enter: () => { if (chosen !== null) lead(rows[chosen]); },
  "/": () => $("filter").focus(), "?": () => $("help").showModal(),
  Escape: () => {
    if (chosen !== null) choose(null);
    else { $("filter").value = ""; filter(); remember(); }
  },
  Tab: () => { tab = TABS[(TABS.indexOf(tab) + 1) % TABS.length]; remember(); redraw(); },
};
TABS.forEach((name, at) => { keys[at + 1] = () => { tab = name; remember(); redraw(); }; });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.target === $("filter")) {
    if (event.key === "Escape" || event.key === "Enter") { $("filter").blur(); event.preventDefault(); }
    return;
  }
  if (event.key === "Tab" && chosen === null) return;
  if (event.key === "Enter" && event.target.closest("button, summary")) return;
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
$("filter").oninput = () => { filter(); remember(); };
$("list").onscroll = draw;
$("help-button").onclick = () => $("help").showModal();
$("help").onclick = () => $("help").close();
$("timeline").onclick = (event) => { const at = nearest(event); if (at !== null) choose(at); };
$("timeline").onmousemove = (event) => {
  const at = nearest(event);
  $("timeline").title = at === null ? "" : `${rows[at][API]} ${duration(rows[at][LATENCY])} ${rows[at][CLIENT] || ""}`;
};
window.onresize = () => { draw(); drawTimeline(); };
window.onhashchange = recall;

async function begin() {
  await load("meta.js");
  $("heading").append(...[["number", "seconds"], ["number", "conn"], ["client", "client"], ["", "api"],
    ["number", "latency"], ["size number", "sent"], ["size number", "back"], ["", "about"]].map(([name, text]) => cell(name, text)));
  for (let at = 0; at < meta.lists; at++) await load(`list-${at}.js`);
  arrange();
  const left = meta.exchanges - meta.exchangesShown;
  $("about").textContent = `${meta.exchanges.toLocaleString()} exchanges` +
    (left ? ` (the first ${meta.exchangesShown.toLocaleString()} are here)` : "") +
    ` in ${duration(meta.durationNs)} from ${meta.start.slice(0, 19)} UTC`;
  recall();
  document.body.dataset.ready = "yes";
}
begin();
