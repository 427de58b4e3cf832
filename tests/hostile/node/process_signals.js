// expect: held
// Whoever can stop others wins their games; who stops itself looks like a sleeping host.
function attack() {
  process.kill(process.pid, "SIGSTOP");
  process.kill(process.pid, "SIGKILL");
  process.kill(-1, "SIGKILL");
  return "somebody else was killed";
}
