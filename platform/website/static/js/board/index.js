// The boards by game. `draw(element, position, options)` draws a position, which has the shape of
// `game.view(seat)`, into an element, and updates that element in place when it is called again.
//
// options:
//   names    the players' names by seat, as plain text
//   words    what loadWords() of words.js gave: sentences and cards in the reader's language
//   config   the game's configuration (Kingdomino: the size of the kingdoms)
//   seat     the seat whose view it is, or undefined: marked as "you"
//   scores   points by seat, where the position itself has none (Dominion)
//   marks    what is picked or pointed at. Dominion: {supply: [names], hand: [names], in_play: ...};
//            Kingdomino: {pick: [numbers], seat, place: [x, y, dx, dy]}
//   choose   what may be picked by clicking. Dominion: {seat, supply: [names], hand: [names],
//            in_play: [names], set_aside: [names], onPick(zone, name)}; Kingdomino: {seat,
//            pick: [numbers], place: [[x, y, dx, dy], ...], onPick("pick", number),
//            onPick("place", index), onPreview(place)}
import { draw as dominion } from "./dominion.js";
import { draw as kingdomino } from "./kingdomino.js";

export const boards = { dominion, kingdomino };
