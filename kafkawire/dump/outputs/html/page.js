"use strict";
// The page of `wire-dump --html`. Data files call `wireDump`, all text is set as text.
(() => {
  const ROW_HEIGHT = 24, EXCHANGE = 0, SPARE_ROWS = 12, BYTES_AT_FIRST = 4096;
  const TIME = 1, CONNECTION = 2, NUMBER = 3, CLIENT = 4, API = 5, VERSION = 6, KIND = 7,
    LATENCY = 8, SENT = 9, BACK = 10, ERRORS = 11, MARKS = 12, SUBJECT = 13, FILE = 14;
  const TABS = ["request", "response", "records", "connection"];
  const $ = (id) => document.getElementById(id);
  const rows = [], texts = [], details = new Map(), waiting = new Map();
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
      texts.push((row[0] === EXCHANGE
        ? [`#${row[CONNECTION]} `, row[CLIENT], `${row[API]} v${row[VERSION]}`, ...row[ERRORS],
           ...row[MARKS], row[SUBJECT]]
        : [`#${row[CONNECTION]} `, row[NUMBER], row[4]]).join(" ").toLowerCase());
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

  // List

  function cell(name, text) { return element("span", name, text); }

  function lineOf(at) {
    const row = rows[at], line = element("div", "row");
    line.setAttribute("role", "row");
    line.append(cell("time number", seconds(row[TIME])));
    const connection = cell("connection number", row[CONNECTION] === null ? "" : `#${row[CONNECTION]}`);
    connection.style.color = `var(--k${(row[CONNECTION] || 0) % 6})`;
    line.append(connection);
    if (row[0] !== EXCHANGE) {
      line.classList.add("other", `kind${row[0]}`);
      line.append(cell("text", row[NUMBER] + (row[4] ? `  ${row[4]}` : "")));
      return line;
    }
    const api = element("span", "api", element("b", "", row[API]), cell("version", ` v${row[VERSION]}`));
    api.firstChild.style.color = `var(--k${row[KIND]})`;
    const latency = element("span", "latency number", duration(row[LATENCY]));
    if (row[LATENCY] !== null) {
      const bar = element("i");
      bar.style.width = `${Math.max(2, Math.min(100, 20 * Math.log10(Math.max(10, row[LATENCY] / 1e4))))}%`;
      latency.append(bar);
    }
    const about = element("span", "about");
    for (const error of row[ERRORS]) about.append(cell("bad", error), "  ");
    for (const mark of row[MARKS]) about.append(cell("warn", mark), "  ");
    about.append(row[SUBJECT]);
    about.title = about.textContent;
    line.append(cell("client", row[CLIENT] || "-"), api, latency,
      cell("size number", size(row[SENT])), cell("size number", size(row[BACK])), about);
    return line;
  }

  function draw() {
    const list = $("list"), first = Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const count = Math.ceil(list.clientHeight / ROW_HEIGHT) + 2 * SPARE_ROWS;
    const lines = shown.slice(first, first + count).map((at) => {
      const line = lineOf(at);
      if (at === chosen) line.classList.add("chosen");
      line.onclick = () => choose(at);
      return line;
    });
    $("rows").style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    $("rows").replaceChildren(...lines);
  }

  function reveal(place) {
    const list = $("list"), top = place * ROW_HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
    }
  }

  function choose(at) {
    chosen = at;
    const isExchange = at !== null && rows[at][0] === EXCHANGE;
    $("detail").hidden = !isExchange;
    $("list-side").classList.toggle("narrow", isExchange);
    const place = shown.indexOf(at);
    if (place >= 0) reveal(place);
    draw();
    markTimeline();
    remember();
    if (isExchange) show();
  }

  function step(by) {
    const place = chosen === null ? -1 : shown.indexOf(chosen);
    const next = Math.min(shown.length - 1, Math.max(0, place + by));
    if (shown.length) choose(shown[next]);
  }

  // Timeline: a dot for each exchange, its latency on a scale from 10 us to 10 s

  const place = (row, width) => 56 + (row[TIME] / Math.max(1, meta.durationNs)) * (width - 70);
  const level = (ns, height) =>
    height - 12 - (Math.log10(Math.max(1e4, Math.min(1e10, ns))) - 4) / 6 * (height - 22);

  const dots = document.createElement("canvas");

  function drawTimeline() {
    const canvas = $("timeline"), scale = window.devicePixelRatio || 1;
    dots.width = canvas.width = canvas.clientWidth * scale;
    dots.height = canvas.height = canvas.clientHeight * scale;
    const pen = dots.getContext("2d");
    pen.scale(scale, scale);
    drawDots(pen, canvas.clientWidth, canvas.clientHeight);
    markTimeline();
  }

  // The dots of what is shown change seldom, the mark of what is chosen often.
  function markTimeline() {
    const canvas = $("timeline"), pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(dots, 0, 0);
    if (chosen === null) return;
    const scale = window.devicePixelRatio || 1, x = place(rows[chosen], canvas.clientWidth) * scale;
    pen.fillStyle = color("--accent");
    pen.fillRect(x - scale / 2, 0, scale, canvas.height);
  }

  function drawDots(pen, width, height) {
    pen.font = "10px system-ui, sans-serif";
    for (const [ns, name] of [[1e5, "100us"], [1e6, "1ms"], [1e7, "10ms"], [1e8, "100ms"], [1e9, "1s"]]) {
      const y = Math.round(level(ns, height)) + 0.5;
      pen.strokeStyle = color("--line");
      pen.beginPath();
      pen.moveTo(0, y);
      pen.lineTo(width, y);
      pen.stroke();
      pen.fillStyle = color("--faint");
      pen.fillText(name, 4, y - 2);
    }
    const colors = [0, 1, 2, 3, 4, 5].map((kind) => color(`--k${kind}`)), bad = color("--bad");
    for (const at of shown) {
      const row = rows[at];
      if (row[0] !== EXCHANGE || row[LATENCY] === null) continue;
      const isFailed = row[ERRORS].length > 0;
      dot(pen, place(row, width), level(row[LATENCY], height), isFailed ? bad : colors[row[KIND]], isFailed ? 3.5 : 2.2);
    }
  }

  function dot(pen, x, y, fill, radius) {
    pen.fillStyle = fill;
    pen.globalAlpha = 0.75;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
    pen.globalAlpha = 1;
  }

  function nearest(event) {
    const box = $("timeline").getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    let found = null, least = 400;
    for (const at of shown) {
      const row = rows[at];
      if (row[0] !== EXCHANGE || row[LATENCY] === null) continue;
      const far = (place(row, box.width) - x) ** 2 + (level(row[LATENCY], box.height) - y) ** 2;
      if (far < least) [found, least] = [at, far];
    }
    return found;
  }

  // Detail

  async function show() {
    const row = rows[chosen], found = await detailOf(row);
    if (rows[chosen] !== row) return;
    const parts = found || { notes: ["the file with its details is missing"], steps: [], batches: [] };
    const title = element("div", "", `${row[API]} v${row[VERSION]}`);
    const known = [`exchange ${row[NUMBER]}`, `connection #${row[CONNECTION]}`, duration(row[LATENCY])];
    title.append(element("small", "", known.filter(Boolean).join(" \u00b7 ")));
    for (const error of row[ERRORS]) title.append(element("small", "bad", error));
    for (const note of [...row[MARKS], ...parts.notes]) title.append(element("small", "warn", note));
    for (const [, text] of parts.steps) title.append(element("small", "", text));
    $("title").replaceChildren(...title.childNodes);
    const has = { request: parts.request, response: parts.response, records: parts.batches.length, connection: true };
    const current = has[tab] ? tab : TABS.find((name) => has[name]);
    $("tabs").replaceChildren(...TABS.map((name) => {
      const count = name === "records" && parts.batches.length ? ` (${parts.batches.reduce((sum, batch) => sum + batch.count, 0)})` : "";
      const button = element("button", "", name[0].toUpperCase() + name.slice(1) + count);
      button.disabled = !has[name];
      button.setAttribute("role", "tab");
      button.setAttribute("aria-selected", name === current);
      button.onclick = () => { tab = name; remember(); show(); };
      return button;
    }));
    $("hint").textContent = "";
    const pane = { records: () => recordsPane(parts.batches), connection: () => connectionPane(row[CONNECTION]) };
    $("pane").replaceChildren(...(pane[current] || (() => messagePane(parts[current])))());
  }

  function connectionPane(number) {
    const list = element("dl");
    for (const [name, text] of Object.entries(meta.connections[number] || {})) {
      list.append(element("dt", "", name), element("dd", "", text));
    }
    const more = element("button", "", "only this connection");
    more.onclick = () => { $("filter").value = `#${number}`; filter(); remember(); };
    return [element("div", "facts", list, element("p"), more)];
  }

  function shownText(part) {
    if (part.kind === "null") return "null";
    const text = typeof part.value === "string" ? part.value : JSON.stringify(part.value, null, 1);
    return (part.kind === "hex" ? "0x" : "") + text;
  }

  function recordsPane(batches) {
    return [element("div", "records", ...batches.map((batch) => {
      const last = batch.baseOffset + Math.max(0, batch.records.length - 1);
      const head = `${batch.topic}-${batch.partition}  offsets ${batch.baseOffset}-${last}, ` +
        `${batch.count} ${batch.count === 1 ? "record" : "records"}, ${batch.size} bytes, ${batch.codec || "unknown"}` +
        (batch.producerId >= 0 ? `, producer ${batch.producerId}/${batch.producerEpoch}` : "") +
        (batch.isTransactional ? ", transactional" : "") + (batch.isControl ? ", control" : "");
      const table = element("table", "", ...batch.records.map((record) => element("tr", "",
        element("td", "number", String(record.offset)),
        element("td", "faint", record.timestamp >= 0 ? new Date(record.timestamp).toISOString().slice(11, 23) : ""),
        element("td", "", record.control || shownText(record.key)),
        element("td", "", shownText(record.value),
          ...record.headers.map((header) => element("div", "faint", `${header.name}: ${shownText(header)}`))))));
      const problems = batch.problems.map((text) => element("div", "problem", text));
      const left = batch.count - batch.records.length;
      return element("div", "batch", element("h3", "", head), table, ...problems,
        left > 0 && batch.records.length ? element("p", "faint", `${left} records more, not on this page`) : "");
    }))];
  }

  function messagePane(message) {
    const tree = element("div", "tree"), hex = element("div", "hex");
    const bytes = Uint8Array.from(atob(message.bytes), (letter) => letter.charCodeAt(0));
    const link = linked(tree, hex, message.leaves);
    for (const node of message.tree) tree.append(branch(node, link, 0));
    drawBytes(hex, bytes, message, link, BYTES_AT_FIRST);
    return [message.problem ? element("div", "problem", message.problem) : "", tree, hex].filter(Boolean);
  }

  // Lights what lies under the pointer in the tree and in the bytes
  function linked(tree, hex, leaves) {
    const spans = new Map(), lines = [];
    const light = (start, end, text) => {
      for (const each of hex.querySelectorAll(".on")) each.classList.remove("on");
      for (const each of tree.querySelectorAll(".lit")) each.classList.remove("lit");
      if (start === null) { $("hint").textContent = ""; return null; }
      leaves.forEach((leaf, at) => {
        if (leaf[0] >= start && leaf[1] <= end) (spans.get(at) || []).forEach((span) => span.classList.add("on"));
      });
      $("hint").replaceChildren(element("b", "", text), `   bytes ${start}-${end - 1}, ${end - start} long`);
      let best = null;
      for (const line of lines) {
        if (line.start <= start && end <= line.end && (!best || line.end - line.start <= best.end - best.start)) best = line;
      }
      if (best) best.node.classList.add("lit");
      return best;
    };
    return { spans, lines, light };
  }

  function branch([name, text, kind, start, end, children], link, depth) {
    const label = [element("span", "name", name), text === "" ? "" : ": ", element("span", `c${children ? 0 : kind}`, text)];
    let node, line;
    if (children) {
      line = element("summary", "", ...label);
      node = element("details", "", line, ...children.map((child) => branch(child, link, depth + 1)));
      node.open = name !== "header" && (depth < 3 || children.length < 30);
    } else {
      node = line = element("div", "leaf", ...label);
    }
    link.lines.push({ start, end, node: line });
    line.onmouseenter = () => {
      const best = link.light(start, end, `${name} ${children ? "" : text}`);
      const first = document.querySelector(".hex .on");
      if (best && first) first.scrollIntoView({ block: "nearest" });
    };
    return node;
  }

  function drawBytes(hex, bytes, message, link, most) {
    hex.replaceChildren();
    link.spans.clear();
    let at = 0;
    for (let start = 0; start < Math.min(bytes.length, most); start += 16) {
      const end = Math.min(start + 16, bytes.length), letters = [];
      hex.append(cell("offset", start.toString(16).padStart(5, "0") + "  "));
      while (at < message.leaves.length && message.leaves[at][1] <= start) at++;
      for (let leaf = at, from = start; from < end; leaf++) {
        const known = message.leaves[leaf];
        const to = known ? Math.min(end, known[1]) : end;
        const part = Array.from(bytes.subarray(from, to));
        const digits = span(part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "), leaf, known, link);
        const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
        hex.append(digits, " ");
        letters.push(span(text, leaf, known, link));
        from = to;
      }
      hex.append(" ".repeat(3 * (16 - (end - start)) + 1), ...letters, "\n");
    }
    const left = message.size - Math.min(bytes.length, most);
    if (left > 0) {
      const canShow = bytes.length > most;
      const more = element(canShow ? "button" : "span", "faint", canShow ? `show ${bytes.length - most} bytes more` : `${left} bytes more, not on this page`);
      more.onclick = canShow ? () => drawBytes(hex, bytes, message, link, bytes.length) : null;
      hex.append(more);
    }
  }

  function span(text, at, leaf, link) {
    const made = element("span", `f f${at % 6}`, text);
    if (!leaf) return made;
    if (!link.spans.has(at)) link.spans.set(at, []);
    link.spans.get(at).push(made);
    made.onmouseenter = () => {
      const best = link.light(leaf[0], leaf[1], `${leaf[2]}${leaf[2] && leaf[3][0] !== "[" ? "." : ""}${leaf[3]} ${leaf[4]}`);
      if (best) best.node.scrollIntoView({ block: "nearest" });
    };
    return made;
  }

  // The address keeps what is looked at

  function remember() {
    const parts = new URLSearchParams();
    if ($("filter").value) parts.set("f", $("filter").value);
    if (chosen !== null && rows[chosen][0] === EXCHANGE) {
      parts.set("n", rows[chosen][NUMBER]);
      parts.set("tab", tab);
    }
    history.replaceState(null, "", `#${parts}`);
  }

  function recall() {
    const parts = new URLSearchParams(location.hash.slice(1));
    $("filter").value = parts.get("f") || "";
    if (TABS.includes(parts.get("tab"))) tab = parts.get("tab");
    filter();
    const number = Number(parts.get("n"));
    const at = number ? rows.findIndex((row) => row[0] === EXCHANGE && row[NUMBER] === number) : -1;
    choose(at >= 0 ? at : null);
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
    "/": () => $("filter").focus(), "?": () => $("help").showModal(),
    Escape: () => {
      if (chosen !== null) choose(null);
      else { $("filter").value = ""; filter(); remember(); }
    },
    Tab: () => { tab = TABS[(TABS.indexOf(tab) + 1) % TABS.length]; remember(); if (chosen !== null) show(); },
  };
  TABS.forEach((name, at) => { keys[at + 1] = () => { tab = name; remember(); if (chosen !== null) show(); }; });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    if (event.target === $("filter")) {
      if (event.key === "Escape" || event.key === "Enter") { $("filter").blur(); event.preventDefault(); }
      return;
    }
    if (event.key === "Tab" && chosen === null) return;
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
})();
