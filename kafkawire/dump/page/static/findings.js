// What detectors found: all of it in one place, each leading to its exchange.

import { $, button, element } from "./dom.js";
import { counted, seconds } from "./format.js";
import * as m from "./model.js";

const SHOWN_MAX = 500;

export class Findings {
  constructor(model, select) {
    this.model = model;
    this.select = select;
  }

  status() {
    const count = this.model.findings.size;
    $("findings-button").hidden = !count;
    $("findings-button").textContent = `\u25b2 ${counted(count, "finding")}`;
  }

  open() {
    const all = [...this.model.findings.values()];
    $("found").replaceChildren(...all.slice(0, SHOWN_MAX).map((row) => this.line(row)),
      all.length ? "" : element("p", "faint", "Nothing, in what is listed."),
      all.length > SHOWN_MAX ? element("p", "faint", `${counted(all.length - SHOWN_MAX, "finding")} more are in the list.`) : "");
    $("findings").showModal();
  }

  line(row) {
    const to = this.model.leadsTo(row) || row;
    const made = button("", "", () => { $("findings").close(); this.select(to[m.ID]); });
    made.append(element("span", `severity ${row[m.SEVERITY]}`, row[m.SEVERITY]), element("span", "time", seconds(row[m.TIME])),
      element("span", "", row[m.TEXT]), row[m.ADVICE] ? element("span", "advice", row[m.ADVICE]) : "");
    return made;
  }
}
