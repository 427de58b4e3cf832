// What one seat saw of a position, as engine/dominion/replay.py has it; null: what everybody saw.
const ALL = -1;

export const seenBy = (game, position, seat) => {
  if (game !== "dominion") return position;
  const mask = seat === null ? 0 : 1 << seat;
  return { ...position, seats: position.seats.map((one, owner) => seenSeat(one, mask, owner === seat)) };
};

const seenSeat = (one, mask, own) => {
  const who = one.who ?? { set_aside: [], hand: [], deck: [] };
  const known = {};
  const top = masked(one.deck ?? [], who.deck, mask);
  while (top.length && top.at(-1) === null) top.pop();
  if (top.length) known.deck = top;
  if (!own && who.hand.length) known.hand = who.hand;
  const aside = masked(one.set_aside, who.set_aside, mask);
  const { deck, discard, who: _who, ...open } = one;
  return { ...open, hand: own ? one.hand : null, set_aside: aside, known };
};

const masked = (names, masks, mask) =>
  names.map((name, place) => (masks[place] === ALL || masks[place] & mask ? name : null));
