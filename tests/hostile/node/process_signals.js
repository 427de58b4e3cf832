// expect: held
function attack() {
  process.kill(process.pid, 'SIGSTOP');
  process.kill(process.pid, 'SIGKILL');
  process.kill(-1, 'SIGKILL');
  return 'somebody else was killed';
}
