// expect: held
// What is written in one game could be read in the next.
function attack(config) {
  const tries = [config.canary, "/canary", "/bot/canary", "/tmp/canary", "/dev/shm/canary", "/bot/bot.js"];
  return tries.find((path) => {
    try {
      fs.writeFileSync(path, "canary");
      return true;
    } catch {
      return false;
    }
  });
}
