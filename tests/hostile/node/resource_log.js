// expect: held
// A log must not fill the disk or stop the referee.
function attack() {
  for (let at = 0; at < 200; at++) fs.writeSync(2, "x".repeat(4096));
}
