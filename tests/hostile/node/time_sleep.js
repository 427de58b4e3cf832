// expect: timeout
// Waiting costs no CPU, yet somebody waits for it.
function attack() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
