// expect: held
// A server could be reached by a second bot of the same owner.
function attack() {
  return new Promise((done) => {
    const server = require("node:http").createServer();
    server.on("error", () => done(false));
    server.listen(0, "127.0.0.1", () => done("a server"));
  });
}
