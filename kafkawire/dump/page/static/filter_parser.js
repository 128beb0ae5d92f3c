// From an expression to its tree: recursive descent, errors with the column they begin at.
//
//   either  = every  ("|" every)*
//   every   = one    (["&"] one)*
//   one     = "!" one | "(" either ")" | "~" code [argument] | word

import { FilterError, tokens } from "./filter_tokens.js";
import { nearest } from "./filter_nearest.js";
import { Misfit, readAmount } from "./filter_amounts.js";

const DEPTH_MAX = 50;
const VALUES = ["word", "quoted", "regex"];
const BEGINS_ONE = [...VALUES, "operator", "!", "("];

export function parse(text, language) { return new Parser(text, language).whole(); }

class Parser {
  constructor(text, language) {
    this.language = language;
    this.tokens = tokens(text);
    this.at = 0;
    this.depth = 0;
  }

  get next() { return this.tokens[this.at]; }

  take() {
    const token = this.next;
    if (token.kind !== "end") this.at++;
    return token;
  }

  whole() {
    if (this.next.kind === "end") throw new FilterError(0, "expected an expression, as ~api Fetch");
    const node = this.either();
    if (this.next.kind !== "end") throw unexpected(this.next);
    return node;
  }

  either() {
    const parts = [this.every()];
    while (this.next.kind === "|") {
      this.take();
      parts.push(this.every());
    }
    return parts.length === 1 ? parts[0] : { kind: "some", parts };
  }

  every() {
    const parts = [this.one()];
    while (this.next.kind === "&" || BEGINS_ONE.includes(this.next.kind)) {
      if (this.next.kind === "&") this.take();
      parts.push(this.one());
    }
    return parts.length === 1 ? parts[0] : { kind: "every", parts };
  }

  one() {
    const token = this.take();
    if (token.kind === "!" || token.kind === "(") return this.deeper(token);
    if (token.kind === "operator") return this.operator(token);
    if (VALUES.includes(token.kind)) return this.word(token);
    if (token.kind === "comparison") throw new FilterError(token.column, `expected a path before ${token.text}`);
    throw new FilterError(token.column, "expected an operator as ~api, a path or a word");
  }

  deeper(token) {
    if (++this.depth > DEPTH_MAX) throw new FilterError(token.column, `at most ${DEPTH_MAX} parentheses deep`);
    const node = token.kind === "!" ? { kind: "not", parts: [this.one()] } : this.group(token);
    this.depth--;
    return node;
  }

  group(opening) {
    const node = this.either();
    if (this.next.kind === "end") throw new FilterError(opening.column, "this ( is not closed");
    if (this.next.kind !== ")") throw unexpected(this.next);
    this.take();
    return node;
  }

  operator(token) {
    const operator = token.text ? this.language.operator(token.text) : undefined;
    if (!operator) throw new FilterError(token.column, `there is no operator ~${token.text}${nearest(`~${token.text}`, this.language.codes)}`);
    const argument = this.argument(operator);
    return this.ask(operator, argument, token);
  }

  argument(operator) {
    const takes = operator.takes.replace("?", "");
    if (takes === "nothing") return null;
    if (takes === "amount") return this.amount(operator);
    if (!VALUES.includes(this.next.kind)) {
      if (operator.takes.endsWith("?")) return null;
      throw new FilterError(this.next.column, `~${operator.code} wants a ${takes}, as ${operator.example}`);
    }
    return { token: this.take() };
  }

  amount(operator) {
    let { comparison } = operator;
    if (this.next.kind === "comparison") comparison = this.take().text;
    const value = this.take();
    if (value.kind !== "word") throw new FilterError(value.column, `~${operator.code} wants ${operator.unit.name}, as ${operator.example}`);
    if (value.text.includes("..") && comparison === operator.comparison) comparison = "=";
    return { token: value, amount: checked(value, () => readAmount(comparison, value.text, operator.unit)) };
  }

  word(token) {
    if (token.kind === "word" && this.language.isPath(token.text)) throw new FilterError(token.column, this.language.refusal("a path to a field"));
    if (this.next.kind === "comparison") throw new FilterError(token.column, `no message is called ${token.text.split(".")[0]}`);
    return this.ask(this.language.operator(""), { token }, token);
  }

  ask(operator, argument, token) {
    const value = argument?.token ?? token;
    const made = checked(value, () => operator.build(argument));
    if (typeof made === "string") throw new FilterError(token.column, made);
    return { kind: "ask", ...made };
  }
}

function checked(token, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const quote = token.kind === "quoted" || token.kind === "regex" ? 1 : 0;
    throw new FilterError(token.column + quote + error.at, error.expected);
  }
}

function unexpected(token) {
  const expected = token.kind === ")" ? "this ) closes nothing" : `${token.text} compares paths; a name that has it wants quotes`;
  return new FilterError(token.column, expected);
}
