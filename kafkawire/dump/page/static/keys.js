// The keyboard: what each key does, for the listener and for the overlay that lists them.

import { $ } from "./dom.js";
import { isBad } from "./model.js";
import { TABS } from "./detail.js";

export function bindings(act) {
  return [
    { keys: ["j", "\u2193"], text: "next", run: () => act.step(1), also: ["ArrowDown"] },
    { keys: ["k", "\u2191"], text: "previous", run: () => act.step(-1), also: ["ArrowUp"] },
    { keys: [" ", "PageDown"], text: "a page on", run: () => act.page(1) },
    { keys: ["b", "PageUp"], text: "a page back", run: () => act.page(-1) },
    { keys: ["g", "Home"], text: "first", run: act.first },
    { keys: ["G", "End"], text: "last", run: act.last },
    { keys: ["l", "\u2192", "Tab"], text: "next tab", run: () => act.tab(1), also: ["ArrowRight"] },
    { keys: ["h", "\u2190"], text: "previous tab", run: () => act.tab(-1), also: ["ArrowLeft"] },
    ...TABS.map((name, at) => ({ keys: [String(at + 1)], text: name, run: () => act.open(at), isTab: true })),
    { keys: ["x"], text: "request or response", run: act.swap },
    { keys: ["f", "/"], text: "filter", run: act.filter },
    { keys: ["i"], text: "highlight", run: act.highlight },
    { keys: ["F"], text: "follow the end", run: act.follow },
    { keys: ["e"], text: "next error or oddity", run: () => act.jump(1, isBad) },
    { keys: ["E"], text: "previous one", run: () => act.jump(-1, isBad) },
    { keys: ["m"], text: "mark", run: act.pin },
    { keys: ["n"], text: "next marked or highlighted", run: () => act.jump(1, act.isMarked) },
    { keys: ["N"], text: "previous one", run: () => act.jump(-1, act.isMarked) },
    { keys: ["Enter"], text: "from a finding to its exchange, and back", run: act.lead },
    { keys: ["w"], text: "what detectors found", run: act.findings },
    { keys: ["c"], text: "only this connection", run: act.narrow },
    { keys: ["Z"], text: "no filter, no highlight", run: act.widen },
    { keys: ["s"], text: "slowest first, and in the order of time again", run: act.slowest },
    { keys: ["y"], text: "copy or save", run: act.exports },
    { keys: ["t"], text: "latencies, sessions, statistics, nothing", run: act.view },
    { keys: ["0"], text: "all of the timeline (drag in it to zoom)", run: act.whole },
    { keys: ["C"], text: "columns of the list", run: act.columns },
    { keys: ["u"], text: "time of day or since the start", run: act.times },
    { keys: ["d"], text: "dark or light", run: act.theme },
    { keys: ["?"], text: "this", run: act.help },
    { keys: ["Esc"], text: "close, deselect, no filter", run: act.back, also: ["Escape"] },
  ];
}

export function listen(act) {
  const byKey = new Map();
  for (const each of bindings(act)) {
    for (const key of [...each.keys, ...each.also || []]) byKey.set(key, each.run);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea")) return;
    const open = document.querySelector("dialog[open]");
    if (open) {
      if (event.key === "?" && open === $("help")) open.close();
      return;
    }
    if (isForElement(event)) return;
    const run = byKey.get(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

// What has the focus knows some keys itself; Tab goes round the detail's tabs from the list only
function isForElement({ key, shiftKey, target }) {
  if (key === "Tab") return shiftKey || $("detail").hidden || (target !== document.body && target !== $("list"));
  return (key === " " || key === "Enter") && target.closest("button, summary, tr") !== null;
}
