// The filter language of the offline page: what each operator asks of a row. The table of operators
// (arguments, units, words) comes with the page's data, from `kafkawire.dump.filter.operators`.

import { Misfit, ofDay } from "./filter_amounts.js";
import { nearest } from "./filter_nearest.js";
import { bodyTest, foldApi, isLike, nameTest, patternWords } from "./filter_patterns.js";
import { parse } from "./filter_parser.js";
import { FilterError } from "./filter_tokens.js";
import { API, BACK, CONNECTION, CORRELATION, LATENCY, NUMBER, SENT, THROTTLE, TIME, VERSION } from "./model.js";

// Places in what the data have for the filter, of an exchange and of a connection
const TOPICS = 0, GROUPS = 1, TRANSACTIONS = 2, ERRORS = 3, NOTES = 4, IS_GIVEN_UP = 5, HAS_PROBLEM = 6, CLIENT = 7;
const HOSTS = 0, PORTS = 1, USER = 2, SOFTWARE = 3;

const number = (get) => ({ amount }) => (each) => { const found = get(each); return found !== null && amount.test(found); };
const name = (get) => (argument) => { const test = nameTest(pattern(argument)); return (each) => test(get(each)); };
const names = (get) => (argument) => { const test = nameTest(pattern(argument)); return (each) => get(each).some(test); };
const plain = (test) => () => test;
const pattern = ({ token }) => ({ text: token.text, isRegex: token.kind === "regex" });

const hasResponse = ({ row }) => row[BACK] !== null, hasRequest = ({ row }) => row[SENT] !== null;

export class Language {
  constructor({ operators, apis, errors, detectors, lines, unavailable }) {
    this.apis = new Set(apis.map(foldApi));
    this.apiNames = apis;
    this.errors = errors;
    this.detectors = detectors;
    this.lines = lines;
    this.unavailable = unavailable;
    this.operators = new Map(operators.map((each) => [each.code, { ...each, build: (argument) => this.build(each, argument) }]));
  }

  operator(code) { return this.operators.get(code); }

  get codes() { return [...this.operators.keys()].filter(Boolean).map((code) => `~${code}`); }

  help() { return this.lines; }

  refusal(what) { return `${what} ${this.unavailable}`; }

  // Whether a word is a path, right or wrong, and not a name
  isPath(text) {
    const dot = text.indexOf("."), root = foldApi(text.slice(0, Math.max(0, dot)));
    return dot >= 0 && ["request", "response", ""].some((side) => root.endsWith(side) && this.apis.has(root.slice(0, root.length - side.length)));
  }

  compiled(text) { return compiled(parse(text, this)); }

  checked(text) {
    try {
      return { ok: true, asks: explained(parse(text, this)) };
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      return { ok: false, column: error.column, expected: error.expected };
    }
  }

  // The test of an operator with its argument, or a text that tells why there is none
  build(operator, argument) {
    const isText = argument !== null && ["req", "resp"].includes(operator.code);
    if (!Object.hasOwn(this.tests, operator.code) || isText) return this.refusal(`~${operator.code}${isText ? " with a text" : ""}`);
    return { test: this.tests[operator.code](argument), words: this.words(operator, argument) };
  }

  words(operator, argument) {
    if (argument === null) return operator.alone;
    if (argument.amount) return `${operator.words} ${argument.amount.words}`;
    return `${operator.words} ${operator.takes.startsWith("error") ? `is ${argument.token.text}` : patternWords(pattern(argument))}`;
  }

  tests = {
    "": (argument) => this.bareWord(argument),
    api: (argument) => { const test = this.apiTest(argument); return ({ row }) => test(row[API]); },
    v: number(({ row }) => row[VERSION]),
    t: names(({ asked }) => asked[TOPICS]),
    g: names(({ asked }) => asked[GROUPS]),
    tx: names(({ asked }) => asked[TRANSACTIONS]),
    c: name(({ asked }) => asked[CLIENT]),
    user: name(({ connection }) => connection[USER]),
    software: name(({ connection }) => connection[SOFTWARE]),
    host: names(({ connection }) => connection[HOSTS]),
    port: ({ amount }) => ({ connection }) => connection[PORTS].some(amount.test),
    conn: number(({ row }) => row[CONNECTION]),
    n: number(({ row }) => row[NUMBER]),
    id: number(({ row }) => row[CORRELATION]),
    err: (argument) => this.errorTest(argument),
    lat: number(({ row }) => row[LATENCY]),
    size: number(({ row }) => (row[SENT] ?? 0) + (row[BACK] ?? 0)),
    throttle: number(({ row }) => (row[BACK] === null ? null : row[THROTTLE] * 1e6)),
    time: ({ amount }) => ({ row, startNs }) => {
      const at = BigInt(startNs) + BigInt(row[TIME]);
      return amount.test(amount.isClock ? ofDay(at) : at);
    },
    q: plain((each) => !hasResponse(each)),
    s: plain(hasResponse),
    noreply: plain(({ asked }) => asked[IS_GIVEN_UP] === 1),
    req: plain(hasRequest),
    resp: plain(hasResponse),
    note: (argument) => {
      const test = argument ? bodyTest(pattern(argument)) : () => true;
      return ({ asked }) => asked[NOTES].some(test);
    },
    detector: (argument) => this.detectorTest(argument),
    problem: plain(({ asked }) => asked[HAS_PROBLEM] === 1),
  };

  bareWord(argument) {
    const isApi = nameTest(pattern(argument), foldApi), isTopic = nameTest(pattern(argument));
    return ({ row, asked }) => isApi(row[API]) || asked[TOPICS].some(isTopic);
  }

  apiTest(argument) {
    const { text, isRegex } = pattern(argument), folded = foldApi(text);
    const mayBe = isRegex || folded.includes("*") || /^(api)?\d+$/.test(folded);
    if (!mayBe && !this.apis.has(folded)) throw new Misfit(`no API of Kafka's is called ${text}${nearest(folded, this.apiNames)}`);
    return nameTest({ text, isRegex }, foldApi);
  }

  errorTest(argument) {
    if (!argument) return ({ asked }) => asked[ERRORS].length > 0;
    const { text, isRegex } = pattern(argument);
    if (isRegex) throw new Misfit("expected an error's name or code; * in a name stands for anything", -1);
    const codes = this.errorCodes(text);
    return ({ asked }) => asked[ERRORS].some((code) => codes.has(code));
  }

  errorCodes(text) {
    if (/^-?\d+$/.test(text)) return new Set([Number(text)]);
    const wanted = text.toUpperCase().replaceAll("-", "_"), pieces = wanted.split("*");
    const fits = pieces.length > 1 ? (each) => isLike(each, pieces) : (each) => each === wanted;
    const found = Object.entries(this.errors).filter(([each]) => fits(each)).map(([, code]) => code);
    if (!found.length) throw new Misfit(`no error of Kafka's is called ${text}${nearest(wanted, Object.keys(this.errors))}`);
    return new Set(found);
  }

  detectorTest(argument) {
    if (!argument) return ({ detectors }) => detectors.length > 0;
    const { text, isRegex } = pattern(argument);
    if (!isRegex && !text.includes("*") && !this.detectors.includes(text)) throw new Misfit(`there is no detector ${text}${nearest(text, this.detectors) || "; `wire-dump detectors` lists them"}`);
    const test = nameTest({ text, isRegex });
    return ({ detectors }) => detectors.some(test);
  }
}

function compiled(node) {
  if (node.kind === "ask") return node.test;
  const tests = node.parts.map(compiled);
  if (node.kind === "not") return (each) => !tests[0](each);
  return node.kind === "every" ? (each) => tests.every((test) => test(each)) : (each) => tests.some((test) => test(each));
}

// What a tree asks, a line a question
function explained(node, depth = 0) {
  const indent = "  ".repeat(depth);
  if (node.kind === "ask") return [indent + node.words];
  const head = { not: "it is not so that", every: "all of these:", some: "any of these:" }[node.kind];
  return [indent + head, ...node.parts.flatMap((part) => explained(part, depth + 1))];
}
