// Dark or light: what the system has, until the user chooses.

const system = matchMedia("(prefers-color-scheme: dark)");

export class Theme {
  constructor(changed) {
    this.changed = changed;
    this.set(this.kept ?? this.usual);
    system.addEventListener("change", () => { if (!this.kept) this.set(this.usual); });
  }

  get usual() { return system.matches ? "dark" : "light"; }

  // Browsers may keep nothing for a page of a disk; then the choice is for now.
  get kept() {
    try { return localStorage.getItem("theme"); } catch { return null; }
  }

  swap() {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", name); } catch { /* for now */ }
    this.set(name);
  }

  set(name) {
    document.documentElement.dataset.theme = name;
    this.changed();
  }
}
