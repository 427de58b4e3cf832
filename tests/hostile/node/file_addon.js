// expect: held
// Compiled code could call the kernel as it likes.
function attack() {
  try {
    process.dlopen({ exports: {} }, "/usr/lib/x86_64-linux-gnu/libm.so.6");
  } catch (refused) {
    return refused.code === "ERR_DLOPEN_DISABLED" ? false : refused.message;
  }
}
