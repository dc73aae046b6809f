// Keeps a public page current. The page is complete without it: this script lets the clock run, looks for a newer page and
// takes its changing parts from there. The server answers most looks with 304.
import type { Clock } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { openCopyButtons } from './copy.ts';

/** How often the clock is drawn, ms. */
const TICK_MS = 250;
/** Pages that were opened together look at different times: up to this part of the interval later. */
const SPREAD = 0.25;
/** While looks fail, the interval doubles up to this, ms. */
const POLL_MAX_MS = 60_000;

/** The server's time minus this computer's, ms. The clock runs by the server's time. */
let offsetMs = 0;
let failures = 0;

function drawClocks(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-clock]')) {
    const text = shownClock(JSON.parse(element.dataset['clock'] ?? '{}') as Clock, Date.now() + offsetMs).text;
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Takes the changing parts of a newer page. */
function take(html: string): void {
  const newer = new DOMParser().parseFromString(html, 'text/html');
  document.title = newer.title;
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const next = newer.getElementById(part.id);
    // The clock's text differs at every look: the newer page has the minute only.
    if (next !== null && withoutClocks(next) !== withoutClocks(part)) part.replaceChildren(...next.childNodes);
  }
  document.body.dataset['pollSeconds'] = newer.body.dataset['pollSeconds'] ?? '0';
  drawClocks();
}

function withoutClocks(part: HTMLElement): string {
  const copy = part.cloneNode(true) as HTMLElement;
  for (const clock of copy.querySelectorAll('[data-clock]')) clock.textContent = '';
  return copy.innerHTML;
}

let shownTag = '';

async function poll(): Promise<void> {
  try {
    const asked = Date.now();
    const answer = await fetch(location.href, { cache: 'no-cache' });
    if (!answer.ok) throw new TypeError(`The page was answered ${answer.status}.`);
    failures = 0;
    const date = Date.parse(answer.headers.get('date') ?? '');
    // The header has whole seconds: half of one is the likely rest.
    if (!Number.isNaN(date)) offsetMs = date + 500 - (asked + Date.now()) / 2;
    const tag = answer.headers.get('etag') ?? '';
    if (tag === '' || tag !== shownTag) take(await answer.text());
    shownTag = tag;
  } catch (error) {
    // Offline, or the server restarts: the page stays as it is and polls again later.
    if (!(error instanceof TypeError)) throw error;
    failures += 1;
  }
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

setInterval(drawClocks, TICK_MS);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void poll();
});
openCopyButtons();
void pollAgain();
