// The two expressions: checked by the server while they are typed; a wrong one changes nothing.

import { $, element } from "./dom.js";

const WAIT_MS = 180;

export class Asking {
  constructor(name, changed) {
    this.input = $(name);
    this.box = $(`asking-${name}`);
    this.said = $(`said-${name}`);
    this.valid = "";
    this.changed = changed;
    this.timer = 0;
    this.turn = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
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

  async check(mayApply = true) {
    const text = this.input.value.trim(), turn = ++this.turn;
    if (!text) return this.accept("", [], mayApply);
    let found;
    try {
      found = await (await fetch(`/api/check?${new URLSearchParams({ filter: text })}`)).json();
    } catch {
      return this.refuse("wire-dump has ended: there is nobody to ask");
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
