// expect: protocol
function attack() {
  setTimeout(() => answer({ id: 2, picks: [0] }), 0);
  return new Promise((done) => setTimeout(done, 20));
}
