// expect: crash exit code 1
// The owner needs the trace that goes to the log.
function attack() {
  setTimeout(() => {
    throw new Error("no idea");
  }, 0);
  return new Promise(() => {});
}
