// Making elements. All text is set as text, so that nothing that was captured can be markup.

export const $ = (id) => document.getElementById(id);

export function element(tag, name = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== "") made.append(child);
  }
  return made;
}

export function button(name, text, act) {
  const made = element("button", name, text);
  made.type = "button";
  made.onclick = act;
  return made;
}

export function facts(pairs) {
  const list = element("dl", "facts");
  for (const [name, value] of pairs) {
    list.append(element("dt", "", name), element("dd", "", value));
  }
  return list;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const color = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Calls `act` once in the next frame, however often it is asked to.
export function framed(act) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => { isAsked = false; act(); });
  };
}

// The same, but no more often than every `ms`, and for a share of the time: for what costs more than a
// frame has.
export function paced(ms, act) {
  const SHARE = 8;
  let timer = 0, last = 0, cost = 0;
  return () => {
    if (timer) return;
    const wait = Math.max(0, last + Math.max(ms, cost * SHARE) - performance.now());
    timer = setTimeout(() => requestAnimationFrame(() => {
      const began = performance.now();
      timer = 0;
      act();
      last = performance.now();
      cost = last - began;
    }), wait);
  };
}

// At once, and then no more often than every `ms`; the last call is never lost.
export function eased(ms, act) {
  let timer = 0, isAsked = false;
  const run = () => {
    isAsked = false;
    timer = setTimeout(() => { timer = 0; if (isAsked) run(); }, ms);
    act();
  };
  return () => {
    if (timer) isAsked = true;
    else run();
  };
}

export const scale = () => window.devicePixelRatio || 1;

// A canvas of its element's size, sharp on any screen; returns pen, width and height.
export function pen(canvas, height) {
  const width = canvas.parentElement.clientWidth;
  canvas.style.height = `${height}px`;
  canvas.width = Math.max(1, Math.round(width * scale()));
  canvas.height = Math.round(height * scale());
  return [penOf(canvas), width, height];
}

// What draws on a canvas in pixels of the page.
export function penOf(canvas) {
  const drawn = canvas.getContext("2d");
  drawn.setTransform(scale(), 0, 0, scale(), 0, 0);
  drawn.font = "10px system-ui, sans-serif";
  return drawn;
}
