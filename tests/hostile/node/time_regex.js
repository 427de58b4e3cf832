// expect: timeout
function attack() {
  return /^(a+)+$/.test('a'.repeat(60) + 'b') && 'never';
}
