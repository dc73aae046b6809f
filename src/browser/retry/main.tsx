// Runs on a refused page. It requests the same address again and again, and reloads the page when the answer's status
// changes. While the server is out of reach, the page stays as it is.
import '../screen/theme.css';

/** Average time between requests, ms. The times are spread, because many screens of a ground are refused together. */
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
    // The server is out of reach.
    if (!(error instanceof TypeError)) throw error;
  }
  lookLater();
}
