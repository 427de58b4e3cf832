// expect: held
// Node.js can start programs; other bots and the host are a shell away.
const { spawnSync } = require("node:child_process");

function attack() {
  const tries = ["/usr/bin/node", "/usr/bin/python3.11", "/bin/sh"];
  return tries.find((program) => !spawnSync(program, ["--version"]).error);
}
