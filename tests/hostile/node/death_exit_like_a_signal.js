// expect: crash SIGSYS
function attack() {
  process.exit(137);
}
