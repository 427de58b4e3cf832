// expect: held
// So does Redis, on a socket in a folder.
function attack(config) {
  return new Promise((done) => {
    const socket = require("node:net").connect(config.redis);
    socket.on("connect", () => done("a connection"));
    socket.on("error", () => done(false));
  });
}
