// Regular expressions of RE2's syntax over bytes, whose time is bounded by what they look at: a page
// that was sent by somebody, with a filter in its address, cannot make the browser hang.
//
// A pattern becomes an automaton without deterministic states; a search follows all of its states at
// once. ASCII letters are the same in both cases unless `(?-i)` begins the pattern. What RE2 has and
// this has not (Unicode classes) is refused by name.

import { Misfit } from "./filter_amounts.js";

const PATTERN_CHARACTERS_MAX = 500, STATES_MAX = 20000, REPEAT_MAX = 1000;
const encoder = new TextEncoder();

// Kinds of states: a set of bytes, a fork, a condition on the place, the end
const SET = 0, FORK = 1, PLACE = 2, MATCH = 3;

const of = (test) => Uint8Array.from({ length: 256 }, (_, byte) => (test(byte) ? 1 : 0));
const within = (...ranges) => of((byte) => ranges.some(([from, to]) => byte >= from && byte <= to));
const not = (set) => set.map((one) => 1 - one);
const ranges = (text) => within(...text.match(/../gs).map(([from, to]) => [from.charCodeAt(0), to.charCodeAt(0)]));
const DIGIT = ranges("09"), WORD = ranges("09AZaz__"), SPACE = ranges("\t\n\f\r  ");
const CLASSES = { d: DIGIT, D: not(DIGIT), w: WORD, W: not(WORD), s: SPACE, S: not(SPACE) };
const NAMED = {
  alnum: ranges("09AZaz"), alpha: ranges("AZaz"), ascii: ranges("\0\x7f"), blank: ranges("\t\t  "), cntrl: ranges("\0\x1f\x7f\x7f"),
  digit: DIGIT, graph: ranges("!~"), lower: ranges("az"), print: ranges(" ~"), punct: ranges("!/:@[`{~"),
  space: ranges("\t\r  "), upper: ranges("AZ"), word: WORD, xdigit: ranges("09AFaf"),
};
const ESCAPES = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

// A function that tells whether bytes have a match
export function searcher(text) {
  if (text.length > PATTERN_CHARACTERS_MAX) throw new Misfit(`a regular expression has at most ${PATTERN_CHARACTERS_MAX} characters`);
  const states = new Program(new Pattern(text).whole()).states;
  return (bytes) => search(states, bytes);
}

class Pattern {
  // Letters of the text are bytes from here on, as they are for RE2
  constructor(text) {
    this.text = Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join("");
    this.at = 0;
    this.flags = { i: true, m: false, s: false };
  }

  wrong(why, at = this.at) { return new Misfit(`no regular expression: ${why}`, Math.min(at, Math.max(0, this.text.length - 1))); }

  get here() { return this.text.slice(this.at); }

  eat(text) {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  whole() {
    const node = this.either();
    if (this.at < this.text.length) throw this.wrong("unexpected )", 0);
    return node;
  }

  either() {
    const parts = [this.every()];
    while (this.eat("|")) parts.push(this.every());
    return { either: parts };
  }

  every() {
    const parts = [];
    while (this.at < this.text.length && !/^[|)]/.test(this.here)) {
      const part = this.one();
      if (part) parts.push(this.repeated(part));
    }
    return { every: parts };
  }

  repeated(part) {
    const { at } = this, found = this.repetition();
    if (!found) return part;
    this.eat("?"); // whether it takes few or many makes no difference to whether it matches
    if (this.repetition()) throw this.wrong("bad repetition operator", at);
    return { part, ...found };
  }

  repetition() {
    for (const [sign, least, most] of [["*", 0, Infinity], ["+", 1, Infinity], ["?", 0, 1]]) {
      if (this.eat(sign)) return { least, most };
    }
    const found = /^\{(\d+)(,(\d*))?\}/.exec(this.here);
    if (!found) return null;
    const least = Number(found[1]), most = !found[2] ? least : found[3] ? Number(found[3]) : Infinity;
    if (least > REPEAT_MAX || (most > REPEAT_MAX && most < Infinity) || most < least) throw this.wrong("invalid repetition size");
    this.at += found[0].length;
    return { least, most };
  }

  one() {
    if (/^([*+?]|\{\d+(,\d*)?\})/.test(this.here)) throw this.wrong("no argument for repetition operator");
    if (this.eat("(")) return this.group();
    if (this.eat("[")) return this.bytes();
    if (this.eat("^")) return { place: this.flags.m ? "line start" : "start" };
    if (this.eat("$")) return { place: this.flags.m ? "line end" : "end" };
    if (this.eat(".")) return { set: this.flags.s ? of(() => true) : of((byte) => byte !== 10) };
    if (this.eat("\\")) return this.escape();
    return this.literal(this.letter());
  }

  letter() { return this.text[this.at++]; }

  literal(letter) { return { set: this.folded(of((byte) => byte === letter.charCodeAt(0))) }; }

  folded(set) {
    if (!this.flags.i) return set;
    const found = set.slice();
    for (let letter = 65; letter <= 90; letter++) found[letter] = found[letter + 32] = set[letter] | set[letter + 32];
    return found;
  }

  group() {
    const at = this.at - 1, { flags } = this;
    if (this.eat("?")) {
      const named = /^P?<([^>]*)>/.exec(this.here);
      if (named) {
        if (!/^\w+$/.test(named[1])) throw this.wrong("invalid named capture group", at);
        this.at += named[0].length;
      } else if (!this.setFlags(at)) return null;
    }
    const node = this.either();
    if (!this.eat(")")) throw this.wrong("missing )", 0);
    this.flags = flags; // those that were set in it end with it
    return node;
  }

  // `(?i)` sets flags from here on, `(?i:` within a group; whether a group begins
  setFlags(at) {
    const found = /^([imsU]*)(?:-([imsU]+))?([:)])/.exec(this.here);
    if (!found) throw this.wrong("invalid perl operator", at);
    this.at += found[0].length;
    const flags = { ...this.flags };
    for (const each of found[1]) flags[each] = true;
    for (const each of found[2] ?? "") flags[each] = false;
    this.flags = flags;
    return found[3] === ":";
  }

  escape() {
    const at = this.at - 1;
    if (this.at >= this.text.length) throw this.wrong("trailing \\", 0);
    if (this.eat("Q")) return this.quoted();
    if (/^[pP]/.test(this.here)) throw this.wrong("Unicode classes do not work on the offline page", at);
    const place = { A: "start", z: "end", b: "word", B: "no word" }[this.here[0]];
    if (place) { this.at++; return { place }; }
    if (this.eat("C")) return { set: of(() => true) };
    if (Object.hasOwn(CLASSES, this.here[0])) return { set: CLASSES[this.letter()] };
    const byte = this.byte(at);
    return { set: this.folded(of((each) => each === byte)) };
  }

  quoted() {
    const end = this.here.indexOf("\\E"), text = end < 0 ? this.here : this.here.slice(0, end);
    this.at += text.length + (end < 0 ? 0 : 2);
    const letters = [...text];
    if (!letters.length) return null;
    // A repetition is about the last letter alone
    const last = this.repeated(this.literal(letters.pop()));
    return { every: [...letters.map((letter) => this.literal(letter)), last] };
  }

  // The byte that an escape means; the `\` was taken
  byte(at) {
    const found = /^(?:x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]+)\}|0([0-7]{0,2})|([1-7][0-7]{1,2}))/.exec(this.here);
    if (found) {
      const [all, short, long, zero, octal] = found;
      const byte = parseInt(short ?? long ?? (zero === undefined ? octal : zero || "0"), short || long ? 16 : 8);
      if (byte > 255) throw this.wrong("invalid escape sequence", at);
      this.at += all.length;
      return byte;
    }
    const letter = this.here[0];
    if (Object.hasOwn(ESCAPES, letter)) { this.at++; return ESCAPES[letter]; }
    if (!/^[!-/:-@[-`{-~]/.test(letter)) throw this.wrong("invalid escape sequence", at);
    this.at++;
    return letter.charCodeAt(0);
  }

  // A class; the `[` was taken
  bytes() {
    const start = this.at - 1, isNegated = this.eat("^"), found = of(() => false);
    for (let isFirst = true; isFirst || !this.eat("]"); isFirst = false) {
      if (this.at >= this.text.length) throw this.wrong("missing ]", start);
      this.item().forEach((one, byte) => { found[byte] |= one; });
    }
    const folded = this.folded(found);
    return { set: isNegated ? not(folded) : folded };
  }

  item() {
    const at = this.at, named = /^\[:(\^?)(\w+):\]/.exec(this.here);
    if (named) {
      if (!Object.hasOwn(NAMED, named[2])) throw this.wrong("invalid character class range");
      this.at += named[0].length;
      return named[1] ? not(NAMED[named[2]]) : NAMED[named[2]];
    }
    if (/^\\[dDwWsS]/.test(this.here)) {
      this.at += 2;
      return CLASSES[this.text[this.at - 1]];
    }
    if (/^\\[pP]/.test(this.here)) throw this.wrong("Unicode classes do not work on the offline page");
    const from = this.end();
    if (!/^-[^\]]/.test(this.here)) return within([from, from]);
    this.at++;
    const to = this.end();
    if (to < from) throw this.wrong("invalid character class range", at);
    return within([from, to]);
  }

  // The end of a range
  end() {
    const at = this.at;
    return this.eat("\\") ? this.byte(at) : this.letter().charCodeAt(0);
  }
}

// States, made from the end: each knows what comes after it.
class Program {
  constructor(node) {
    this.states = [{ kind: MATCH }];
    this.start = this.add(node, 0);
    this.states.start = this.start;
  }

  state(made) {
    if (this.states.length >= STATES_MAX) throw new Misfit("no regular expression: too large");
    return this.states.push(made) - 1;
  }

  // The first state of a node that goes on to the state `then`
  add(node, then) {
    if (node.set) return this.state({ kind: SET, set: node.set, then });
    if (node.place) return this.state({ kind: PLACE, place: node.place, then });
    if (node.every) return node.every.reduceRight((after, part) => this.add(part, after), then);
    if (node.either) return node.either.map((part) => this.add(part, then)).reduceRight((other, one) => this.state({ kind: FORK, then: one, other }));
    return this.repeat(node, then);
  }

  repeat({ part, least, most }, then) {
    let first = then;
    if (most === Infinity) {
      first = this.state({ kind: FORK, then: -1, other: then });
      this.states[first].then = this.add(part, first);
    } else {
      for (let at = least; at < most; at++) first = this.state({ kind: FORK, then: this.add(part, first), other: then });
    }
    for (let at = 0; at < least; at++) first = this.add(part, first);
    return first;
  }
}

function search(states, bytes) {
  let now = [], marks = new Int32Array(states.length).fill(-1);
  for (let at = 0; at <= bytes.length; at++) {
    if (follow(states, states.start, bytes, at, now, marks)) return true;
    const next = [];
    if (at === bytes.length) return false;
    for (const each of now) {
      const state = states[each];
      if (state.set[bytes[at]] && follow(states, state.then, bytes, at + 1, next, marks)) return true;
    }
    now = next;
  }
  return false;
}

// Adds what a state leads to without taking a byte; whether that is the end.
function follow(states, first, bytes, at, found, marks) {
  const left = [first];
  while (left.length) {
    const number = left.pop(), state = states[number];
    if (marks[number] === at) continue;
    marks[number] = at;
    if (state.kind === MATCH) return true;
    if (state.kind === SET) found.push(number);
    else if (state.kind === FORK) left.push(state.other, state.then);
    else if (isAt(state.place, bytes, at)) left.push(state.then);
  }
  return false;
}

function isAt(place, bytes, at) {
  const isWord = (byte) => byte !== undefined && WORD[byte] === 1;
  const isEdge = () => isWord(bytes[at - 1]) !== isWord(bytes[at]);
  switch (place) {
    case "start": return at === 0;
    case "end": return at === bytes.length;
    case "line start": return at === 0 || bytes[at - 1] === 10;
    case "line end": return at === bytes.length || bytes[at] === 10;
    case "word": return isEdge();
    default: return !isEdge();
  }
}
