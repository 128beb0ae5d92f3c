// What may be meant by a word that is not known.

const NEAREST_MAX = 3, NEARNESS_MIN = 0.6;

// A sentence that names the known words nearest to one, or nothing if none is near
export function nearest(word, known) {
  const near = known.map((each) => [nearness(word.toLowerCase(), each.toLowerCase()), each])
    .filter(([share]) => share >= NEARNESS_MIN).sort(([one], [other]) => other - one).slice(0, NEAREST_MAX);
  return near.length ? `; did you mean ${near.map(([, each]) => each).join(" or ")}?` : "";
}

// How much of both words they have in common in the same order, 0 to 1
function nearness(one, other) {
  let row = new Array(other.length + 1).fill(0);
  for (const letter of one) {
    const next = [0];
    for (let at = 0; at < other.length; at++) next.push(letter === other[at] ? row[at] + 1 : Math.max(row[at + 1], next[at]));
    row = next;
  }
  return 2 * row[other.length] / Math.max(1, one.length + other.length);
}
