// Numbers with a unit and how they are compared: `>50ms`, `1..10`, `<=1MiB`, `12:30..12:35`.
// Times are BigInts of nanoseconds, which a number of JavaScript has no room for.

const DAY_NS = 86400n * 10n ** 9n;
const NUMBER = /^(-?\d[\d_]*(?:\.\d+)?|0[xX][0-9a-fA-F]+)([A-Za-z\u00b5]*)$/;
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;
const MOMENT = /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?)?([Zz]|[+-]\d\d:?\d\d)?$/;
const COMPARE = {
  "=": (one, other) => one >= other && one <= other,
  "!=": (one, other) => one < other || one > other,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
};
const WORDS = { "=": "is", "!=": "is not", "<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least" };

// What is wrong with an argument; `at` is where in it.
export class Misfit extends Error {
  constructor(expected, at = 0) {
    super(expected);
    this.expected = expected;
    this.at = at;
  }
}

export function readAmount(comparison, text, unit) {
  const sign = comparison === "==" || comparison === "" ? "=" : comparison;
  if (sign === "=~") throw new Misfit(`numbers have no patterns: use = or >, and ${unit.name}`);
  const dots = text.indexOf("..");
  const low = dots < 0 ? text : text.slice(0, dots), number = readNumber(low, unit);
  const isClock = text.includes(":") && !text.includes("-");
  if (dots < 0) return { text, isClock, words: `${WORDS[sign]} ${text}`, test: (found) => COMPARE[sign](found, number) };
  if (sign !== "=") throw new Misfit(`a range a..b cannot follow ${sign}`);
  const to = readNumber(text.slice(dots + 2), unit, dots + 2);
  if (to < number) throw new Misfit("a range a..b with a below b", dots + 2);
  return { text, isClock, words: `is between ${low} and ${text.slice(dots + 2)}`, test: (found) => number <= found && found <= to };
}

function readNumber(text, unit, at = 0) {
  if (unit.isTime) return readTime(text, unit, at);
  const found = NUMBER.exec(text);
  if (!found) throw new Misfit(`expected ${unit.name}, not '${text}'`, at);
  const digits = found[1].replaceAll("_", ""), name = found[2].toLowerCase() || unit.bare;
  if (!Object.hasOwn(unit.units, name)) {
    const known = Object.keys(unit.units).filter(Boolean).join(", ");
    throw new Misfit(`expected ${unit.name}: ${known ? `units are ${known}` : "it has no unit"}`, at + found[1].length);
  }
  return Number(digits) * unit.units[name];
}

function readTime(text, unit, at) {
  const clock = CLOCK.exec(text);
  if (clock && Number(clock[1]) < 24 && Number(clock[2]) < 60 && Number(clock[3] ?? 0) < 60) {
    const seconds = Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
    return BigInt(seconds) * 10n ** 9n + BigInt((clock[4] ?? "0").padEnd(9, "0"));
  }
  const found = MOMENT.exec(text);
  const [, year, month, day, hours = "00", minutes = "00", seconds = "00", fraction = "0", zone = "Z"] = found ?? [];
  const when = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  // A day that its month does not have would become one of the next.
  if (!found || Number.isNaN(when.getTime()) || when.getUTCDate() !== Number(day)) throw new Misfit(`expected ${unit.name}, not '${text}'`, at);
  const micros = BigInt(fraction.slice(0, 6).padEnd(6, "0"));
  return BigInt(when.getTime()) * 1000000n + micros * 1000n - offset(zone);
}

function offset(zone) {
  if (zone.toUpperCase() === "Z") return 0n;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(-2)) * 60;
  return BigInt(zone[0] === "-" ? -seconds : seconds) * 10n ** 9n;
}

export const ofDay = (ns) => ((ns % DAY_NS) + DAY_NS) % DAY_NS;
