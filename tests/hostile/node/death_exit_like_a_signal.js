// expect: crash SIGSYS
// 137 would look like a kill from outside, which is nobody's fault.
function attack() {
  process.exit(137);
}
