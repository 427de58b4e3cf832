// A game's board and its words, from the address of its words.
import * as plain from "../games/plain.js";
import { Words } from "./words.js";

// What games/plain.js offers, with what the game's own module overrides; and what they say as `words`.
export const boardSaying = async (told) => {
  const own = await import(told.board);
  return { ...plain, ...own, words: new Words(told) };
};

export const loadBoard = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return boardSaying(await answer.json());
};
