// expect: line
function attack() {
  console.log('\x1b[31mhello');
}
