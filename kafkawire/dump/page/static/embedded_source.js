// Where rows come from on the offline page: files beside it. A browser reads no files for a page from
// a disk, but it runs scripts: each data file is a script that hands its content to `wireDump`.

import { Language } from "./filter_language.js";
import { ABOUT, ASKED, CONNECTION, DETECTOR, FILE, FINDING, ID, NUMBER, TIME, WHAT, isExchange } from "./model.js";

const FILES_KEPT = 40;

class Embedded {
  isEmbedded = true;
  meta = null;
  rows = [];
  files = new Map();
  waiting = new Map();
  language = null;
  loaded = null;

  constructor() {
    globalThis.wireDump = {
      meta: (found) => { this.meta = found; },
      list: (found) => { for (const row of found) this.rows.push(row); },
      detail: (file, found) => this.keep(file, found),
    };
  }

  async open(filter, highlight, page) {
    await this.load();
    page.link("open");
    const shows = filter ? this.asking(filter) : null, marks = highlight ? this.asking(highlight) : null;
    const rows = shows ? this.rows.filter((row) => this.isAbout(row, shows)) : this.rows;
    const marked = marks ? rows.filter((row) => isExchange(row) && marks(row)).map((row) => row[ID]) : [];
    const { exchanges, startNs, left } = this.meta;
    page.reset(0);
    page.take({ rows, marked, gone: [], first: 1, evicted: 0, exchanges, startNs, isDone: true, problem: "", left });
    page.ready();
  }

  async check(text) {
    await this.load();
    return this.language.checked(text);
  }

  async detail(id) {
    const row = this.rows[id - 1], file = row[FILE];
    if (!this.files.has(file)) {
      if (!this.waiting.has(file)) this.waiting.set(file, script(`detail-${file}.js`));
      await this.waiting.get(file);
      this.waiting.delete(file);
    }
    const found = this.files.get(file)?.[row[NUMBER]];
    if (!found) throw new Error(`data/detail-${file}.js is missing: copy the directory with all of its files`);
    return { ...found, connection: this.meta.connections[row[CONNECTION]].shown };
  }

  async help() {
    await this.load();
    return this.language.help();
  }

  load() {
    this.loaded ??= this.read();
    return this.loaded;
  }

  async read() {
    await script("meta.js");
    if (!this.meta) throw new Error("data/meta.js is missing: copy the directory with all of its files");
    await Promise.all(Array.from({ length: this.meta.lists }, (_, at) => script(`list-${at}.js`)));
    // Exchanges were written as they ended; here they stand as they began.
    this.rows.sort((one, other) => one[TIME] - other[TIME] || one[ID] - other[ID]);
    this.rows.forEach((row, at) => { row[ID] = at + 1; });
    this.byNumber = new Map(this.rows.filter(isExchange).map((row) => [row[NUMBER], row]));
    this.language = new Language(this.meta.language);
  }

  // A function that tells whether an exchange's row fits an expression
  asking(text) {
    const fits = this.language.compiled(text), found = new Map();
    for (const row of this.rows) {
      if (row[WHAT] === FINDING && row[ABOUT]) found.set(row[ABOUT], [...found.get(row[ABOUT]) || [], row[DETECTOR]]);
    }
    return (row) => fits({
      row,
      asked: row[ASKED],
      connection: this.meta.connections[row[CONNECTION]].asked,
      startNs: this.meta.startNs,
      detectors: found.get(row[NUMBER]) || [],
    });
  }

  // Lines that are no exchange are listed as far as they are about one that is.
  isAbout(row, shows) {
    const about = isExchange(row) ? row : this.byNumber.get(row[ABOUT]);
    return about !== undefined && shows(about);
  }

  keep(file, found) {
    this.files.set(file, found);
    if (this.files.size > FILES_KEPT) this.files.delete(this.files.keys().next().value);
  }
}

function script(name) {
  return new Promise((resolve) => {
    const made = document.createElement("script");
    made.src = `data/${name}`;
    made.onload = made.onerror = () => { made.remove(); resolve(); };
    document.head.append(made);
  });
}

export const source = new Embedded();
