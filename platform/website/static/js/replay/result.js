// Who won a game and why, as website/matches/result.py says it; empty where the replay does not know.
export const resultOf = ({ names, data: { outcome } }, words) => {
  if (!isSound(outcome, names.length)) return "";
  const places = names.map((name, seat) => ({
    name,
    rank: outcome.ranks[seat],
    points: String(outcome.scores[seat]).replace("-", "−"),
  }));
  places.sort((one, other) => one.rank - other.rank);
  const points = places.map((place) => place.points).join(places.length === 2 ? " : " : " · ");
  const first = places.filter((place) => place.rank === 1).map((place) => place.name);
  if (first.length === names.length) return words.say("tie", { points });
  if (first.length > 1) return words.say("shared", { names: listed(first, words), points });
  const [{ name: winner, points: own }, { name: second, points: next }] = places;
  const values = { winner, second, points, tie_break: words.say("tie_break") };
  if (outcome.faulted?.length) return words.say("won_by_fault", values);
  return words.say(own === next ? "won_tie_break" : "won", values);
};

const isSound = (outcome, seats) =>
  [outcome?.scores, outcome?.ranks].every((row) => row?.length === seats && row.every(Number.isFinite)) &&
  outcome.ranks.includes(1);

const listed = (names, words) => `${names.slice(0, -1).join(", ")} ${words.say("and")} ${names.at(-1)}`;
