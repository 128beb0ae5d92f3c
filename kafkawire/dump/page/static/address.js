// The address keeps what is looked at, so that it can be reloaded and handed on.

import { eased } from "./dom.js";

const PAUSE_MS = 150; // Browsers take only so many changes of an address

export class Address {
  // `parts` has for each name a function that tells its value, nothing for what is usual, and one that
  // sets it from a text
  constructor(parts) {
    this.parts = parts;
    this.remember = eased(PAUSE_MS, () => this.write());
    this.isRecalling = false;
  }

  write() {
    if (this.isRecalling) return;
    const found = new URLSearchParams();
    for (const [name, { get }] of Object.entries(this.parts)) {
      const text = get();
      if (text) found.set(name, text);
    }
    const fragment = found.size ? `#${found}` : location.pathname;
    if (fragment !== location.hash) history.replaceState(null, "", fragment);
  }

  // Sets everything as the address says, in the order of the parts
  async recall() {
    const found = new URLSearchParams(location.hash.slice(1));
    this.isRecalling = true;
    try {
      for (const [name, { set }] of Object.entries(this.parts)) await set(found.get(name) || "");
    } finally {
      this.isRecalling = false;
    }
  }
}
