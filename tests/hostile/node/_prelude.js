// Stands before every attack: play the one that the greeting names at each question, say ESCAPED if it
// worked, and play on.
"use strict";
const CONFIG = {};
globalThis.fs = require("node:fs");
globalThis.answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");

async function played(id) {
  try {
    const won = await require(`./${CONFIG.attack}.js`)(CONFIG);
    console.error(won ? `ESCAPED ${won}` : "held");
  } catch (refused) {
    console.error("refused:", refused.message);
  }
  answer({ id, picks: [0] });
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      Object.assign(CONFIG, message.config);
      answer({ type: "ready" });
    } else if (message.type === "decide") {
      played(message.id);
    }
  });
