// expect: protocol
// console.log is the most common mistake; its colours must not reach a terminal.
function attack() {
  console.log("\x1b[31mhello");
}
