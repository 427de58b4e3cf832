// expect: memory
function attack() {
  const kept = [];
  for (;;) kept.push(new Array(10000).fill(kept.length));
}
