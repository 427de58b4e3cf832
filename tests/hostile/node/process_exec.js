// expect: held
function attack() {
  if (!process.execve) return false;
  process.execve('/usr/bin/python3.11', ['python3.11', '-c', 'print("ESCAPED")'], {});
}
