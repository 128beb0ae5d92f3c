// Figures in few characters, spelled as wire-dump's lines spell them.

export function size(count) {
  if (count === null || count === undefined) return "";
  if (count < 1000) return String(count);
  let value = count;
  for (const unit of ["K", "M", "G", "T"]) {
    value /= 1024;
    if (value < 9.95) return value.toFixed(1) + unit;
    if (value < 999.5) return Math.round(value) + unit;
  }
  return `${Math.round(value)}T`;
}

export function duration(ns) {
  if (ns === null || ns === undefined) return "";
  if (ns < 999500) return `${Math.round(ns / 1e3)}us`;
  if (ns < 999950000) return four(ns / 1e6) + "ms";
  if (ns < 99.995e9) return four(ns / 1e9) + "s";
  const seconds = Math.round(ns / 1e9), minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${String(seconds % 60).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m`;
}

function four(value) {
  return value.toFixed(value < 9.9995 ? 3 : value < 99.995 ? 2 : 1);
}

export const seconds = (ns) => (ns / 1e9).toFixed(6);

export const number = (count) => count.toLocaleString("en").replaceAll(",", "\u202f");

export const counted = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
