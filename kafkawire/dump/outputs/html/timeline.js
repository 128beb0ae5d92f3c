// Timeline: a dot for each exchange, its latency on a scale that has all that is listed

const MANY = 4000, LOWEST = [3.5, 4.9], HIGHEST = [7.2, 10.6]; // powers of ten, of nanoseconds
let scale = [4, 10];

const place = (row, width) => 56 + (row[TIME] / Math.max(1, meta.durationNs)) * (width - 70);
const within = ([low, high], ns) => Math.min(high, Math.max(low, Math.log10(Math.max(1, ns))));
const level = (ns, height) =>
  height - 14 - (within(scale, ns) - scale[0]) / (scale[1] - scale[0]) * (height - 26);
const pixels = () => window.devicePixelRatio || 1;

function measure() {
  let least = Infinity, most = 0;
  for (const at of shown) {
    const ns = rows[at][0] === EXCHANGE ? rows[at][LATENCY] : null;
    if (ns === null) continue;
    least = Math.min(least, ns);
    most = Math.max(most, ns);
  }
  scale = [within(LOWEST, least) - 0.1, within(HIGHEST, most) + 0.15];
}

const dots = document.createElement("canvas");

function drawTimeline() {
  const canvas = $("timeline");
  measure();
  dots.width = canvas.width = canvas.clientWidth * pixels();
  dots.height = canvas.height = canvas.clientHeight * pixels();
  const pen = dots.getContext("2d");
  pen.scale(pixels(), pixels());
  drawDots(pen, canvas.clientWidth, canvas.clientHeight);
  markTimeline();
}

// The dots of what is shown change seldom, the mark of what is chosen often.
function markTimeline() {
  const canvas = $("timeline"), pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(dots, 0, 0);
  if (chosen === null) return;
  const x = place(rows[chosen], canvas.clientWidth) * pixels();
  pen.fillStyle = color("--accent");
  pen.fillRect(x - pixels() / 2, 0, pixels(), canvas.height);
}

function drawDots(pen, width, height) {
  pen.font = "10px system-ui, sans-serif";
  for (const [ns, name] of [[1e5, "100us"], [1e6, "1ms"], [1e7, "10ms"], [1e8, "100ms"], [1e9, "1s"], [1e10, "10s"]]) {
    if (Math.log10(ns) < scale[0] || Math.log10(ns) > scale[1]) continue;
    const y = Math.round(level(ns, height)) + 0.5;
    pen.strokeStyle = color("--line");
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(width, y);
    pen.stroke();
    pen.fillStyle = color("--faint");
    pen.fillText(name, 4, y - 2);
  }
  const colors = [0, 1, 2, 3, 4, 5].map((kind) => color(`--k${kind}`)), failed = [];
  const isMany = shown.length > MANY;
  for (const at of shown) {
    const row = rows[at];
    if (row[0] !== EXCHANGE || row[LATENCY] === null) continue;
    if (row[ERRORS].length) failed.push(row);
    else dot(pen, place(row, width), level(row[LATENCY], height), colors[row[KIND]], isMany ? 1 : 2.4);
  }
  for (const row of failed) dot(pen, place(row, width), level(row[LATENCY], height), color("--bad"), 3.5);
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
