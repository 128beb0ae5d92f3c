// An expression as tokens: operators, words, quoted words, comparisons, and `& | ! ( )`.
// The offline page reads the filter language itself; the rules are those of `kafkawire.dump.filter`,
// and a test compares both.

export class FilterError extends Error {
  constructor(column, expected) {
    super(expected);
    this.column = column;
    this.expected = expected;
  }
}

const CHARACTERS_MAX = 4000;
const SINGLE = "&|()", COMPARISONS = ["==", "!=", "<=", ">=", "=~", "=", "<", ">"];
const ENDS_WORD = `${SINGLE}!=<>"'`;
const SPELLED = { and: "&", or: "|", not: "!" };
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function tokens(text) {
  if (text.length > CHARACTERS_MAX) throw new FilterError(0, `an expression has at most ${CHARACTERS_MAX} characters`);
  const found = [];
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text[at])) { at++; continue; }
    const token = next(text, at);
    found.push(token);
    at = token.end;
  }
  return [...found, { kind: "end", text: "", column: text.length }];
}

function next(text, at) {
  const first = text[at], made = (kind, shown, end) => ({ kind, text: shown, column: at, end });
  const comparison = COMPARISONS.find((each) => text.startsWith(each, at));
  if (comparison) return made("comparison", comparison, at + comparison.length);
  if (SINGLE.includes(first) || first === "!") return made(first, first, at + 1);
  if (first === "\"" || first === "'") return quoted(text, at, made);
  if (first === "/") return regular(text, at, made);
  if (first === "~") {
    const [name] = /^[\p{L}\p{N}_]*/u.exec(text.slice(at + 1));
    return made("operator", name, at + 1 + name.length);
  }
  let end = at;
  while (end < text.length && !SPACE.test(text[end]) && !ENDS_WORD.includes(text[end])) end++;
  const word = text.slice(at, end);
  return made(Object.hasOwn(SPELLED, word) ? SPELLED[word] : "word", word, end);
}

function quoted(text, start, made) {
  const quote = text[start];
  let found = "", at = start + 1;
  while (at < text.length && text[at] !== quote) {
    if (text[at] === "\\" && at + 1 < text.length) at++;
    found += text[at++];
  }
  if (at >= text.length) throw new FilterError(start, `the quote that begins here has no end (${quote})`);
  return made("quoted", found, at + 1);
}

function regular(text, start, made) {
  let at = start + 1;
  while (at < text.length && text[at] !== "/") at += text[at] === "\\" ? 2 : 1;
  if (at >= text.length) throw new FilterError(start, "the regular expression that begins here has no end (/)");
  return made("regex", text.slice(start + 1, at), at + 1);
}
