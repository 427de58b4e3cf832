// expect: held
function attack(config) {
  return new Promise((done) => {
    const socket = require('node:net').connect(config.unix);
    socket.on('connect', () => done('a connection'));
    socket.on('error', () => done(false));
  });
}
