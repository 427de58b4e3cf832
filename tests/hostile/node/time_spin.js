// expect: timeout
function attack() {
  for (;;);
}
