// expect: timeout
// Backtracking is native code that no timer interrupts.
function attack() {
  return /^(a+)+$/.test("a".repeat(60) + "b") && "never";
}
