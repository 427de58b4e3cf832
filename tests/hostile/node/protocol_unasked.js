// expect: protocol
// An answer before the question would escape the clock.
function attack() {
  setTimeout(() => answer({ id: 2, picks: [0] }), 0);
  return new Promise((done) => setTimeout(done, 20));
}
