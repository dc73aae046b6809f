// Rule PAGE-14, frame by frame: each picture of a screen and of an overlay shows one state of
// the match. The pages note what each frame shows; afterwards every frame is compared with the states that there were.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestGateway } from '../../support/gateway.ts';
import { complaintsOf, openSite } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const MARKERS = 'tournaments/autumn-cup/matches/701/markers';
const MINUTE = 60_000;
const NAMES = { '1': 'Ana Silva', '2': 'Rui Costa', '3': 'Eva Lopes' } as const;

type Goal = {
  readonly minute: string;
  /** The player, who belongs to a side; a goal without one names the side. */
  readonly by?: keyof typeof NAMES;
  readonly team?: 'home' | 'away';
  readonly type?: 'Goal' | 'PenaltyScored';
  readonly own_goal?: boolean;
};
/** The goals of the match by marker id. */
type Truth = Readonly<Record<string, Goal>>;
/** What a frame shows. `claim`: the show, the strip or the banner. `lists`: the screen's goals. */
type Frame = {
  readonly score: string;
  readonly claim: { readonly kind: string; readonly score: string | null; readonly text: string } | null;
  readonly lists: readonly string[] | null;
};

/** A page with `watchFrames`. */
type Watched = { readonly frames: Frame[] };

let gateway: TestGateway;
let browser: Browser;
/** The states that there were, oldest first. */
const truths: Truth[] = [{}];

beforeAll(async () => {
  const site = await openSite();
  ({ gateway, browser } = site);
  await send('POST', MARKERS, { id: randomUUID(), type: 'Start', timestamp: ago(12 * MINUTE) });
  return site.close;
});

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
async function send(method: string, address: string, body?: object): Promise<void> {
  const { status } = await gateway.call(method, address, { token: TOKENS.tournament, body });
  expect([200, 201]).toContain(status);
}
const bodyOf = ({ by, type = 'Goal', ...more }: Goal): object => ({
  ...more,
  type,
  timestamp: ago(0),
  ...(by === undefined ? {} : { primary_player_pc_id: by }),
});
/** One command; the state after it is one of those that a page may show. */
async function change(id: string, goal: Goal | null): Promise<void> {
  const before = truths.at(-1) ?? {};
  const others = Object.entries(before).filter(([other]) => other !== id);
  truths.push(Object.fromEntries(goal === null ? others : [...others, [id, goal]]));
  if (goal === null) await send('DELETE', `${MARKERS}/${id}`);
  else if (id in before) await send('PUT', `${MARKERS}/${id}`, bodyOf(goal));
  else await send('POST', MARKERS, { id, ...bodyOf(goal) });
}

const homeOf = ({ by, team, own_goal: own = false }: Goal): boolean =>
  own !== (by === undefined ? team === 'home' : by !== '3');
const scoreOf = (truth: Truth): string => {
  const home = Object.values(truth).filter(homeOf).length;
  return `${home}–${Object.keys(truth).length - home}`;
};

/** Notes what each frame shows, when that changes; runs in the page. */
function watchFrames(): void {
  const frames: Frame[] = [];
  Object.assign(globalThis, { frames });
  const textOf = (part: Element | null): string => part?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  const look = (): void => {
    requestAnimationFrame(look);
    const score = document.querySelector('[data-testid=score]');
    if (!score) return;
    const large = document.querySelector('[data-testid=goal-animation]');
    const part = large ?? document.querySelector('[data-testid=banner], [data-testid=strip]');
    const own = part?.querySelector('.goal-animation-score, .banner-score') ?? null;
    const lines = [...document.querySelectorAll('.entry:not(.out) .line')].map(textOf);
    const frame: Frame = {
      score: textOf(score),
      claim: part && {
        kind: part.getAttribute('data-kind') ?? part.className.split(' ').at(-1) ?? '',
        score: own && textOf(own),
        text: textOf(part),
      },
      lists: document.querySelector('.entries') ? lines.sort() : null,
    };
    if (JSON.stringify(frame) !== JSON.stringify(frames.at(-1))) frames.push(frame);
  };
  requestAnimationFrame(look);
}

/** Whether a frame has claimed a text of this pattern; runs in the page. */
const hasShown = (source: string): boolean =>
  (globalThis as unknown as Watched).frames.some(({ claim }) => claim !== null && new RegExp(source).test(claim.text));

const nameOf = ({ by }: Goal): string | undefined => (by === undefined ? undefined : NAMES[by]);
const lineOf = (goal: Goal): string => {
  const note = goal.own_goal === true ? 'o.g.' : '';
  const penalty = goal.type === 'PenaltyScored' ? 'pen.' : '';
  return [nameOf(goal), `${goal.minute}’`, note, penalty].join(' ').replaceAll(/\s+/g, ' ').trim();
};
/** Whether the text speaks of this goal, as it is. */
const speaksOf = (text: string, goal: Goal): boolean =>
  text.includes(`${goal.minute}’`) &&
  text.includes('Own goal') === (goal.own_goal === true) &&
  Object.values(NAMES).every((name) => text.includes(name) === (name === nameOf(goal)));

function agrees({ score, claim, lists }: Frame, truth: Truth): boolean {
  const goals = Object.values(truth);
  if (score !== scoreOf(truth)) return false;
  if (lists !== null && JSON.stringify(lists) !== JSON.stringify(goals.map(lineOf).sort())) return false;
  if (claim === null) return true;
  if (claim.score !== null && claim.score !== score) return false;
  const isCancelled = claim.kind === 'cancelled' || claim.kind === 'goal_cancelled';
  return goals.some((goal) => speaksOf(claim.text, goal)) !== isCancelled;
}
/** The frames that show no state, or an older state than the frame before. */
function wrongFrames(frames: readonly Frame[]): readonly Frame[] {
  let at = 0;
  return frames.filter((frame) => {
    const found = truths.findIndex((truth, index) => index >= at && agrees(frame, truth));
    at = found === -1 ? at : found;
    return found === -1;
  });
}

async function open(kind: 'screen' | 'overlay', query = ''): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const complaints = complaintsOf(page);
  await page.addInitScript(watchFrames);
  const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
  await page.goto(`${gateway.url}/${kind}/match:701?token=${token}${query}`);
  await page.getByTestId('score').filter({ hasText: '0–0' }).waitFor();
  // A page with a delay first shows the match before its start.
  await page.evaluate(() => (globalThis as unknown as Watched).frames.splice(0));
  return { page, complaints };
}
const framesOf = (page: Page): Promise<Frame[]> => page.evaluate(() => (globalThis as unknown as Watched).frames);

test('rules PAGE-14, PAGE-15: at no moment do score, show, banner and list of a page disagree', async () => {
  const screen = await open('screen');
  // As long as the shows of the screen.
  const overlay = await open('overlay', '&hold=7');
  const late = await open('overlay', '&hold=2&delay=2');
  // By the noted frames: one page may have ended its show when the other one begins it.
  const bothShow = async ({ source }: RegExp): Promise<void> => {
    for (const { page } of [screen, overlay]) await page.waitForFunction(hasShown, source);
  };
  const bothCount = async (score: string): Promise<void> => {
    for (const { page } of [screen, overlay]) await page.getByTestId('score').filter({ hasText: score }).waitFor();
  };
  const [first = '', second = '', third = '', fourth = ''] = Array.from({ length: 4 }, () => randomUUID());

  // A goal is named while it is shown, and another one is scored meanwhile.
  await change(first, { minute: '10', team: 'home' });
  await bothShow(/Riverside.*10’|10’.*Riverside/);
  await change(first, { minute: '10', by: '1' });
  await bothShow(/Ana Silva/);
  await change(second, { minute: '11', by: '3' });
  await bothCount('1–1');
  // It is undone while it is shown; the one that waits follows at once, and changes sides.
  await change(first, null);
  await bothCount('0–1');
  await bothShow(/Eva Lopes/);
  await change(second, { minute: '11', by: '3', own_goal: true });
  await bothCount('1–0');
  await bothShow(/Own goal \(Hilltop\), for Riverside/);
  // All at once: a goal, an undo, a correction, and a goal that waits and is undone.
  await change(third, { minute: '12', by: '2' });
  await change(second, { minute: '11', by: '3', type: 'PenaltyScored' });
  await change(third, null);
  await bothCount('0–1');
  await change(second, { minute: '11', by: '3' });
  // A name that comes after the end of the show.
  await change(fourth, { minute: '13', team: 'home' });
  await bothCount('1–1');
  await bothShow(/13’/);
  await screen.page.getByTestId('goal-animation').waitFor({ state: 'detached' });
  await overlay.page.getByTestId('banner').waitFor({ state: 'detached' });
  await change(fourth, { minute: '13', by: '2' });
  await bothShow(/Scorer.*Rui Costa/);
  await change(fourth, null);
  await bothCount('0–1');
  await late.page.getByTestId('score').filter({ hasText: '0–1' }).waitFor();
  await late.page.getByTestId('banner').waitFor({ state: 'detached' });

  for (const { page, complaints } of [screen, overlay, late]) {
    const frames = await framesOf(page);
    expect(wrongFrames(frames)).toEqual([]);
    expect(frames.some(({ claim }) => claim !== null)).toBe(true);
    expect(complaints).toEqual([]);
  }
  expect((await framesOf(screen.page)).some(({ lists }) => lists?.includes('Ana Silva 10’'))).toBe(true);
});
