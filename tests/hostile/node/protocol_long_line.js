// expect: output
function attack() {
  answer('x'.repeat(1 << 17));
}
