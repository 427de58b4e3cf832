// Big Money for Node.js: Provinces, Gold and Silver, and now and then a card that draws.
//
//   ./kingsbench pack big_money.js && ./kingsbench play big_money.zip random
//
// A bot reads one JSON object a line from its input and writes one line for each `hello` and each
// `decide`. Nothing else may go to the output: console.error is the log. The messages are explained in
// docs/protocol.md, what is asked in docs/bots/dominion.md.
"use strict";
const readline = require("node:readline");

const BLANK = ["Curse", "Estate", "Duchy", "Province", "Colony"];
const DRAWS = ["Smithy", "Council Room", "Laboratory", "Witch", "Margrave", "Rabble"];

let seat = 0;

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function all({ options }) {
  return options.map((_, at) => at);
}

// The first wish that stands among the options, as picks; nothing, if none does.
function first(wanted, { options }) {
  const card = wanted.find((name) => options.includes(name));
  return card === undefined ? [] : [options.indexOf(card)];
}

// What to buy, best first: points come before money once the end is near.
function wishes(view) {
  const left = view.supply.Province;
  const mine = view.seats[seat].cards;
  const some = DRAWS.filter((card) => (mine[card] ?? 0) < 1);
  const points = left <= 2 ? ["Duchy", "Estate"] : left <= 4 ? ["Duchy"] : [];
  return ["Colony", "Province", ...points, "Platinum", "Gold", ...some, "Silver"];
}

// The bad cards first, as many as must go.
function worst({ options, least }) {
  const order = all({ options });
  order.sort((a, b) => BLANK.includes(options[b]) - BLANK.includes(options[a]));
  return order.slice(0, least);
}

// The answer to a decision: a list of indices into its options.
function picks(decision, view) {
  switch (decision.kind) {
    case "play_action":
      return [decision.options.length - 1]; // options stand by cost: the most expensive one
    case "play_treasures":
      return all(decision);
    case "buy":
      return first(wishes(view), decision);
    case "discard":
    case "trash":
      return worst(decision);
    case "react":
      return [0];
    default:
      return decision.default; // a legal answer to whatever is asked
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    seat = message.seat;
    console.error(`${message.game}, seat ${seat} of ${message.seats}`);
    send({ type: "ready", wants: ["view"] });
  } else if (message.type === "decide") {
    send({ id: message.id, picks: picks(message.decision, message.view) });
  }
});
