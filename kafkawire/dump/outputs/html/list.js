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
    line.append(cell("text", row[TEXT] + (row[ADVICE] ? `  ${row[ADVICE]}` : "")));
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
  $("detail").hidden = at === null;
  $("list-side").classList.toggle("narrow", at !== null);
  const place = shown.indexOf(at);
  if (place >= 0) reveal(place);
  draw();
  markTimeline();
  remember();
  if (at === null) return;
  if (rows[at][0] === EXCHANGE) show();
  else showOther(rows[at]);
}

function step(by) {
  const place = chosen === null ? -1 : shown.indexOf(chosen);
  const next = Math.min(shown.length - 1, Math.max(0, place + by));
  if (shown.length) choose(shown[next]);
}
