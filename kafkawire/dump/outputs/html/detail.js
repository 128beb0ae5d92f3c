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

// Damage, findings, ends of connections
function showOther(row) {
  $("title").replaceChildren(["exchange", "opened", "closed", "damage", "finding"][row[0]]);
  $("tabs").replaceChildren();
  $("hint").textContent = "";
  const about = places.get(row[ABOUT]), more = about === undefined ? "" : element("button", "", `its exchange: ${rows[about][API]} v${rows[about][VERSION]}`);
  if (more) more.onclick = () => lead(row);
  $("pane").replaceChildren(element("div", "facts", element("p", "", row[TEXT]), element("p", "faint", row[ADVICE] || ""), more));
}

// From a finding to its exchange, and from an exchange to what was found in it
function lead(row) {
  const isExchange = row[0] === EXCHANGE;
  const at = isExchange ? rows.findIndex((each) => each[0] !== EXCHANGE && each[ABOUT] === row[NUMBER]) : places.get(row[ABOUT]);
  if (at !== undefined && at >= 0) choose(at);
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
