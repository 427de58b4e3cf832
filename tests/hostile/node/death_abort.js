// expect: crash SIG
// A first process survives its own SIGABRT, and must end all the same.
function attack() {
  process.abort();
}
