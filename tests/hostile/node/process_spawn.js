// expect: held
const { spawnSync } = require('node:child_process');

function attack() {
  const tries = ['/usr/bin/node', '/usr/bin/python3.11', '/bin/sh'];
  return tries.find((program) => !spawnSync(program, ['--version']).error);
}
