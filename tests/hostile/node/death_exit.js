// expect: crash exit code 3
function attack() {
  process.exit(3);
}
