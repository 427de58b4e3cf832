// expect: output
// The referee must not buffer without end.
function attack() {
  answer("x".repeat(1 << 17));
}
