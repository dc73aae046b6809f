// Loaded before the other files of a screen, an overlay or the console, under an address that stays. When one of them does not come, as
// from a node of another version during an update, it loads the page again as soon as the server has it: a screen on a wall has no
// keyboard.

/** Average time between attempts, ms. The times are spread, because many screens load at the same time. */
const AGAIN_MS = 5_000;

let isWaiting = false;

const isNeeded = (target: EventTarget | null): boolean =>
  target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');

function wait(): void {
  setTimeout(() => void again(), AGAIN_MS * (0.5 + Math.random()));
}

async function again(): Promise<void> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch (error) {
    // The server is out of reach.
    if (!(error instanceof TypeError)) throw error;
  }
  wait();
}

// Such an event does not bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (isWaiting || !isNeeded(target)) return;
    isWaiting = true;
    wait();
  },
  true,
);
