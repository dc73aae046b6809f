// Keeps a public page current. The page is complete without it: this script lets the clock run, looks for a newer page and
// takes from there what changed. The server answers most looks with 304.
import type { Clock } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { becomeLike } from '../shared/become-like.ts';
import { openCopyButtons } from './copy.ts';

/** How often the clock is drawn, ms. */
const TICK_MS = 250;
/** Pages that were opened together look at different times: up to this part of the interval later. */
const SPREAD = 0.25;
/** While looks fail, the interval doubles up to this, ms. */
const POLL_MAX_MS = 60_000;
/** A look that is not answered within this time has failed, ms. */
const ANSWER_MS = 20_000;
/** After so many failures in a row the page says that it may be old: half a minute while a match is live. */
const LOST_FAILURES = 3;
/** After so many looks in a row that found no page it is gone. A proxy may answer one in passing. */
const GONE_LOOKS = 2;

/** The server's time minus this computer's, ms. The clock runs by the server's time. */
let offsetMs = 0;
let failures = 0;
/** Looks in a row that found no page. */
let missing = 0;

function drawClocks(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-clock]')) {
    const text = shownClock(JSON.parse(element.dataset['clock'] ?? '{}') as Clock, Date.now() + offsetMs).text;
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Takes what changed in a newer page. */
function take(html: string): void {
  const newer = new DOMParser().parseFromString(html, 'text/html');
  document.title = newer.title;
  drawClocks(newer);
  openCopyButtons(newer);
  const [main, next] = [document, newer].map((page) => page.getElementById('main'));
  if (main && next) becomeLike(main, next);
  document.body.dataset['pollSeconds'] = newer.body.dataset['pollSeconds'] ?? '0';
}

/** A page that follows a match says so when it cannot: the clock runs on without the server. */
function drawLost(): void {
  const lost = document.getElementById('lost');
  const text = failures >= LOST_FAILURES && intervalMs() > 0 ? (lost?.dataset['lost'] ?? '') : '';
  if (lost && lost.textContent !== text) lost.textContent = text;
}

let shownTag = '';

async function poll(): Promise<void> {
  try {
    const asked = Date.now();
    // A network that swallows what is sent answers after minutes, if at all.
    const answer = await fetch(location.href, { cache: 'no-cache', signal: AbortSignal.timeout(ANSWER_MS) });
    missing = answer.status === 404 ? missing + 1 : 0;
    if (!answer.ok) {
      // The page is gone, or no longer for this reader.
      if (missing >= GONE_LOOKS) location.reload();
      throw new TypeError(`The page was answered ${answer.status}.`);
    }
    const date = Date.parse(answer.headers.get('date') ?? '');
    // The header has whole seconds: half of one is the likely rest.
    if (!Number.isNaN(date)) offsetMs = date + 500 - (asked + Date.now()) / 2;
    const tag = answer.headers.get('etag') ?? '';
    if (tag === '' || tag !== shownTag) take(await answer.text());
    shownTag = tag;
    failures = 0;
  } catch (error) {
    // Offline, or the server restarts: the page stays as it is and polls again later.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    failures += 1;
  }
  drawLost();
}

const intervalMs = (): number => Number(document.body.dataset['pollSeconds'] ?? '0') * 1_000;

function schedulePoll(): void {
  const wait = Math.min(POLL_MAX_MS, intervalMs() * 2 ** failures) * (1 + Math.random() * SPREAD);
  // A page that does not change by itself may still be moved to another day: it polls once in a while.
  setTimeout(() => void pollAgain(), wait === 0 ? POLL_MAX_MS : wait);
}

async function pollAgain(): Promise<void> {
  if (!document.hidden) await poll();
  schedulePoll();
}

setInterval(() => drawClocks(document), TICK_MS);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void poll();
});
openCopyButtons(document);
void pollAgain();
