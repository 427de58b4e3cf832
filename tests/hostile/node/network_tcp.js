// expect: held
// The database listens on loopback.
function attack(config) {
  return new Promise((done) => {
    const socket = require("node:net").connect(config.tcp, "127.0.0.1");
    socket.on("connect", () => done("a connection"));
    socket.on("error", () => done(false));
  });
}
