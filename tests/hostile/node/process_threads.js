// expect: held|crash|memory
// Each worker is a thread with a heap of its own: many take the machine.
const { Worker } = require("node:worker_threads");

function attack() {
  return new Promise((done) => {
    let born = 0;
    const more = () => {
      const worker = new Worker("setInterval(() => 0, 1000)", { eval: true });
      worker.on("error", () => done(false));
      worker.on("online", () => (++born > 40 ? done("more threads than allowed") : more()));
    };
    more();
  });
}
