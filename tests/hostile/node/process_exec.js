// expect: held
// Newer versions can replace themselves by another program.
function attack() {
  if (!process.execve) return false;
  process.execve("/usr/bin/python3.11", ["python3.11", "-c", 'print("ESCAPED")'], {});
}
