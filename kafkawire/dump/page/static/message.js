// A message's fields as a tree, and its bytes with every field marked; pointing at one lights both.

import { $, button, element } from "./dom.js";
import { number } from "./format.js";

const BYTES_AT_FIRST = 4096, OPEN_DEPTH = 3, OPEN_CHILDREN = 30;

// Makes the tree and the leaf of each byte of rows that say only where they end.
export function expand(message) {
  if (!message || message.tree) return;
  message.leaves = [];
  message.tree = branches(message.rows, "", message.leaves);
}

const FRAMING = /^\((tags|tag|size|count|present)\)$/;

function branches(rows, path, leaves) {
  const kept = [];
  for (const [name, text, kind, end, children] of rows) {
    const start = leaves.at(-1)?.[1] ?? 0;
    const joint = !path || path === "body" ? "" : name[0] === "[" ? path : `${path}.`;
    if (children) kept.push([name, text, kind, start, end, branches(children, joint + name, leaves)]);
    else {
      leaves.push([start, end, path, name, text]);
      if (!FRAMING.test(name)) kept.push([name, text, kind, start, end]);
    }
  }
  return kept;
}

// What lies under the pointer, in a tree, a hexdump, or both.
class Link {
  constructor(message) {
    this.leaves = message.leaves;
    this.spans = new Map();
    this.lines = [];
    this.lit = [];
    this.on = [];
  }

  light(start, end, text) {
    for (const node of this.lit) node.classList.remove("lit");
    for (const node of this.on) node.classList.remove("on");
    this.on = [];
    this.leaves.forEach((leaf, at) => {
      if (leaf[0] >= start && leaf[1] <= end) this.on.push(...this.spans.get(at) || []);
    });
    for (const node of this.on) node.classList.add("on");
    let best = null;
    for (const line of this.lines) {
      if (line.start <= start && end <= line.end && (!best || line.end - line.start <= best.end - best.start)) best = line;
    }
    this.lit = best ? [best.node] : [];
    for (const node of this.lit) node.classList.add("lit");
    const size = end - start, where = size === 1 ? `byte ${start}` : `bytes ${number(start)}\u2013${number(end - 1)}, ${number(size)} long`;
    $("hint").replaceChildren(element("b", "", text), `   ${where}`);
    return best;
  }
}

export function treePane(message) {
  const tree = treeOf(message, new Link(message));
  return [element("div", "scroll", problem(message), tree)];
}

export function hexPane(message, isWide) {
  const link = new Link(message), hex = element("div", "hex");
  const bytes = Uint8Array.from(atob(message.bytes), (letter) => letter.charCodeAt(0));
  drawBytes(hex, bytes, message, link, BYTES_AT_FIRST);
  return [problem(message), element("div", isWide ? "beside" : "beside stacked", hex, treeOf(message, link))];
}

function problem(message) {
  return message.problem ? element("div", "problem", message.problem) : "";
}

function treeOf(message, link) {
  return element("div", "tree", message.tree.map((node) => branch(node, link, 0)));
}

function branch([name, text, kind, start, end, children], link, depth) {
  const label = [element("span", "name", name), text === "" ? "" : ": ",
    text === "" ? "" : element("span", `c${children ? 0 : kind}`, text)];
  let node, line;
  if (children) {
    line = element("summary", "", label);
    node = element("details", "", line);
    const fill = () => { if (node.childElementCount === 1) node.append(...children.map((child) => branch(child, link, depth + 1))); };
    node.addEventListener("toggle", fill, { once: true });
    if (name !== "header" && !name.startsWith("batch[") && (depth < OPEN_DEPTH || children.length < OPEN_CHILDREN)) {
      fill();
      node.open = true;
    }
  } else {
    node = line = element("div", "leaf", label);
  }
  link.lines.push({ start, end, node: line });
  line.onmouseenter = () => {
    link.light(start, end, children ? name : `${name} ${text}`);
    const hex = line.closest(".beside")?.querySelector(".hex");
    if (hex && link.on.length) show(hex, link.on[0]);
  };
  return node;
}

// Scrolls a box, and nothing around it, until a node in it can be seen.
function show(box, node) {
  const outer = box.getBoundingClientRect(), inner = node.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 30;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 30;
}

function drawBytes(hex, bytes, message, link, most) {
  hex.replaceChildren();
  link.spans.clear();
  const shown = Math.min(bytes.length, most), digits = bytes.length > 0xffff ? 6 : 4, parts = [];
  let at = 0;
  for (let start = 0; start < shown; start += 16) {
    const end = Math.min(start + 16, shown), letters = [];
    parts.push(element("span", "offset", start.toString(16).padStart(digits, "0")), "  ");
    while (at < link.leaves.length && link.leaves[at][1] <= start) at++;
    for (let leaf = at, from = start; from < end; leaf++) {
      const known = link.leaves[leaf], to = known ? Math.min(end, known[1]) : end;
      const part = Array.from(bytes.subarray(from, to));
      parts.push(marked(part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "), leaf, link, hex), " ");
      letters.push(marked(part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "\u00b7")).join(""), leaf, link, hex));
      from = to;
    }
    parts.push(" ".repeat(3 * (16 - (end - start)) + 1), ...letters, "\n");
  }
  hex.append(...parts);
  if (bytes.length > shown) {
    hex.append(button("", `show ${number(bytes.length - shown)} bytes more`, () => drawBytes(hex, bytes, message, link, bytes.length)));
  } else if (message.size > shown) {
    hex.append(element("span", "faint", `${number(message.size - shown)} bytes more, not on this page`));
  }
}

function marked(text, at, link, hex) {
  const leaf = link.leaves[at], made = element("span", `f f${at % 6}`, text);
  if (!leaf) return made;
  if (!link.spans.has(at)) link.spans.set(at, []);
  link.spans.get(at).push(made);
  made.onmouseenter = () => {
    const [start, end, path, name, value] = leaf;
    const best = link.light(start, end, `${path}${path && name[0] !== "[" ? "." : ""}${name} ${value}`);
    const tree = hex.parentElement.querySelector(".tree");
    if (best && tree) show(tree, best.node);
  };
  return made;
}
