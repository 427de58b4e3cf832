// expect: held
// A name that is asked for carries data away.
async function attack() {
  const socket = require("node:dgram").createSocket("udp4");
  await new Promise((done, failed) => {
    socket.on("error", failed);
    socket.send("who?", 53, "127.0.0.1", (error) => (error ? failed(error) : done()));
  });
  return "a datagram";
}
