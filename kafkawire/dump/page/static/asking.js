// The two expressions: checked by the source of rows while they are typed; a wrong one changes nothing.

import { $, element } from "./dom.js";

const WAIT_MS = 180;

export class Asking {
  constructor(name, source, changed) {
    this.source = source;
    this.input = $(name);
    this.box = $(`asking-${name}`);
    this.said = $(`said-${name}`);
    this.clear = this.box.querySelector(".clear");
    this.clear.onclick = () => { this.set(""); this.input.focus(); };
    this.valid = "";
    this.changed = changed;
    this.timer = 0;
    this.turn = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.clear.hidden = !this.input.value;
      this.timer = setTimeout(() => this.check(), WAIT_MS);
    });
    this.input.addEventListener("focus", () => this.check(false));
    this.input.addEventListener("blur", () => { if (!this.box.classList.contains("wrong")) this.said.hidden = true; });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { clearTimeout(this.timer); this.check().then(() => this.input.blur()); }
      if (event.key === "Escape") { this.input.value = this.valid; this.check(false); this.input.blur(); }
      event.stopPropagation();
    });
  }

  // From elsewhere than the keyboard, and already known to be right or about to be found wrong
  async set(text) {
    this.input.value = text;
    await this.check();
  }

  // All that it asks, and this too
  async add(text) {
    const before = /\|/.test(this.valid) ? `(${this.valid})` : this.valid;
    await this.set([before, text].filter(Boolean).join(" & "));
  }

  async check(mayApply = true) {
    const text = this.input.value.trim(), turn = ++this.turn;
    this.clear.hidden = !this.input.value;
    if (!text) return this.accept("", [], mayApply);
    let found;
    try {
      found = await this.source.check(text);
    } catch (error) {
      return this.refuse(error.message);
    }
    if (turn !== this.turn) return undefined;
    if (found.ok) return this.accept(text, found.asks, mayApply);
    const rest = text.slice(found.column) || " ";
    return this.refuse(text.slice(0, found.column), element("u", "", rest), `\n${" ".repeat(found.column)}^\ncolumn ${found.column + 1}: ${found.expected}`);
  }

  refuse(...why) {
    this.box.classList.add("wrong");
    this.input.setAttribute("aria-invalid", "true");
    this.said.classList.add("wrong");
    this.said.hidden = false;
    this.said.replaceChildren(...why);
  }

  accept(text, asks, mayApply) {
    this.box.classList.remove("wrong");
    this.input.removeAttribute("aria-invalid");
    this.said.classList.remove("wrong");
    this.said.textContent = asks.join("\n");
    this.said.hidden = !asks.length || document.activeElement !== this.input;
    this.box.classList.toggle("active", text !== "");
    if (mayApply && text !== this.valid) {
      this.valid = text;
      this.changed();
    }
  }
}
