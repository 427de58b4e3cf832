// expect: timeout
// The clock must run while no event is handled.
function attack() {
  for (;;);
}
