// Runs on a refused screen or overlay. It requests the same address again and again, and reloads the page when the answer's status
// changes. While the server is out of reach, the page stays as it is; also when a proxy answers in its place: the page of the proxy
// would stay, or come on air.
import '../screen/theme.css';

/** Average time between requests, ms. The times are spread, because many screens of a ground are refused together. */
const RETRY_MS = 10_000;

const status = Number(document.body.dataset.status);
scheduleRetry();

function scheduleRetry(): void {
  setTimeout(() => void retry(), RETRY_MS * (0.5 + Math.random()));
}

async function retry(): Promise<void> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.ok || (answer.status !== status && isOurs(await answer.text(), answer.status))) location.reload();
  } catch (error) {
    // The server is out of reach.
    if (!(error instanceof TypeError)) throw error;
  }
  scheduleRetry();
}

/** Whether this is a refused page of the server, which tries again too. */
function isOurs(page: string, refusedWith: number): boolean {
  return page.includes(`<body data-status="${refusedWith}">`);
}
