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
