// expect: memory
// Buffers lie outside of the heap, where V8 counts nothing.
function attack() {
  const kept = [];
  for (;;) kept.push(Buffer.alloc(1 << 20, 1));
}
