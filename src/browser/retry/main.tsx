// A page that was refused, in the browser: it looks again by itself for ever, without leaving itself as long as the server
// is away, and is the page that was asked for as soon as that can be had.
import '../screen/theme.css';

/** So often on average, ms; spread, because many screens of a ground are refused together. */
const LOOK_EVERY_MS = 10_000;

const status = Number(document.body.dataset.status);
lookLater();

function lookLater(): void {
  setTimeout(() => void look(), LOOK_EVERY_MS * (0.5 + Math.random()));
}

async function look(): Promise<void> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.status !== status) location.reload();
  } catch (error) {
    // The server is away.
    if (!(error instanceof TypeError)) throw error;
  }
  lookLater();
}
