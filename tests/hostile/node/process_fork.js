// expect: held
// A child process would have a clock and limits of its own.
const { fork } = require("node:child_process");

function attack() {
  return new Promise((done) => {
    const child = fork("/bot/bot.js");
    child.on("error", () => done(false));
    child.on("spawn", () => done("a child process"));
  });
}
