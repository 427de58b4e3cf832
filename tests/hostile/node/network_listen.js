// expect: held
function attack() {
  return new Promise((done) => {
    const server = require('node:http').createServer();
    server.on('error', () => done(false));
    server.listen(0, '127.0.0.1', () => done('a server'));
  });
}
