// expect: held
// Secrets, other bots, and the interpreter of the launcher, which no script needs.
function attack(config) {
  const tries = [
    ...config.secrets,
    "/etc/passwd",
    "/proc/self/environ",
    "/proc/1/maps",
    "/sys",
    "/usr/lib",
    `/proc/${config.referee}/environ`,
    "/kingsbench/engine/game.py",
    "/usr/lib/python3.11/os.py",
    "/kingsbench/filter.bpf",
    "/",
  ];
  return tries.find((path) => {
    try {
      return fs.statSync(path).isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path);
    } catch {
      return false;
    }
  });
}
