// expect: crash exit code 3
// Ending at will is no way out of a lost game.
function attack() {
  process.exit(3);
}
