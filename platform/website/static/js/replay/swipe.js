// A swipe over the board: to the left the next event, to the right the previous one.
const LEAST = 48; // pixels

export const listenToSwipes = (element, player) => {
  let from = null;
  const begin = ({ touches }) => {
    from = touches.length === 1 ? touches[0] : null;
  };
  const end = ({ changedTouches: [to] }) => {
    if (!from) return;
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = null;
    if (Math.abs(across) > Math.max(LEAST, 2 * Math.abs(down))) player.step(across < 0 ? 1 : -1);
  };
  element.addEventListener("touchstart", begin, { passive: true });
  element.addEventListener("touchend", end, { passive: true });
};
