// expect: crash exit code 1
function attack() {
  setTimeout(() => { throw new Error('no idea'); }, 0);
  return new Promise(() => {});
}
