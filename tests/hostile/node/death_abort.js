// expect: crash SIG
function attack() {
  process.abort();
}
