// Where rows come from: the server. The offline page has `embedded_source.js` in its place.

const GONE = "wire-dump has ended";

class Server {
  // What can be done only while a server is there to ask
  isEmbedded = false;
  events = null;

  // Begins a stream of rows; `page` has `link`, `reset`, `take` and `ready`.
  async open(filter, highlight, page) {
    if (this.events) this.events.close();
    const asked = new URLSearchParams();
    if (filter) asked.set("filter", filter);
    if (highlight) asked.set("highlight", highlight);
    const events = new EventSource(`/api/stream?${asked}`);
    this.events = events;
    events.onopen = () => page.link("open");
    events.onerror = () => page.link(events.readyState === EventSource.CLOSED ? "closed" : "connecting");
    events.addEventListener("reset", (event) => page.reset(JSON.parse(event.data).lost));
    events.addEventListener("rows", (event) => page.take(JSON.parse(event.data)));
    events.addEventListener("ready", () => page.ready());
  }

  // What an expression asks, or what is wrong with it
  async check(text) {
    const answer = await asked(`/api/check?${new URLSearchParams({ filter: text })}`, `${GONE}: the filter cannot be checked`);
    return answer.json();
  }

  // Everything about an exchange, by the id of its row
  async detail(id) {
    const answer = await asked(`/api/exchange/${id}`, `${GONE}, and this exchange was not looked at before`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  // The filter language, in lines
  async help() {
    const answer = await asked("/api/help", `${GONE}; \`wire-dump filter --help\` explains the language.`);
    return (await answer.json()).lines;
  }
}

async function asked(address, failure) {
  try {
    return await fetch(address);
  } catch {
    throw new Error(failure);
  }
}

export const source = new Server();
