// Names and texts as a filter asks for them: a word, a word with `*`, or `/a regular expression/`.

import { Misfit } from "./filter_amounts.js";
import { searcher } from "./filter_regular.js";

const encoder = new TextEncoder();

// An API's name without case and separators: `FETCH`, `fetch` and `Fetch` are one
export const foldApi = (name) => name.replaceAll("_", "").replaceAll("-", "").toLowerCase();

export const patternWords = ({ text, isRegex }) =>
  (isRegex ? `matches /${text}/` : `${text.includes("*") ? "is like" : "is"} ${text || "empty"}`);

// A function that tells whether a name fits; null never does.
export function nameTest({ text, isRegex }, fold = (name) => name) {
  const matches = isRegex ? regexTest(text) : wordTest(fold(text), fold);
  return (name) => name !== null && name !== undefined && matches(name);
}

function regexTest(text) {
  const search = searcher(text);
  return (name) => search(encoder.encode(name));
}

function wordTest(wanted, fold) {
  if (!wanted.includes("*")) return (name) => fold(name) === wanted;
  const pieces = wanted.split("*");
  return (name) => isLike(fold(name), pieces);
}

// Whether a name is the pieces in their order with anything between them
export function isLike(name, pieces) {
  const first = pieces[0], last = pieces.at(-1);
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

// A function that tells whether a text holds it, in any case of ASCII letters
export function bodyTest({ text, isRegex }) {
  if (isRegex) return regexTest(text);
  if (!text) throw new Misfit("expected what to look for");
  const wanted = lower(text);
  return (found) => lower(found).includes(wanted);
}

const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
