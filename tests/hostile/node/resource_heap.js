// expect: memory
// V8's own limit must come before the kernel kills.
function attack() {
  const kept = [];
  for (;;) kept.push(new Array(10000).fill(kept.length));
}
