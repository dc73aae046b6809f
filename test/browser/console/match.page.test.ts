// A whole match through the console: 60 entries and 12 corrections. Screen, overlay, a delayed overlay and a third party's
// subscriber are compared with the log of the match: every frame shows one of its states, in their order.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { consoleOn, type Phone, type Side } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import { complaintsOf, openSiteForTests } from '../../support/site.ts';
import { advance, connect, type Position, positionOf } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();
const { open, boardOf } = consoleOn(site);

const CHANNEL = 'match:701';
const DELAY_S = 8;
/** The clocks of a page and of the server differ by some of this, ms. */
const CLOCKS_MS = 500;

/** What a frame of a page shows, and when, ms since 1970. */
type Frame = {
  readonly at: number;
  readonly score: string;
  readonly claim: { readonly score: string; readonly text: string } | null;
};

/** Notes each frame that differs from the one before; runs in the page. */
function watchFrames(): void {
  const frames: Frame[] = [];
  Object.assign(globalThis, { frames });
  const textOf = (part: Element | null): string => part?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  const look = (): void => {
    requestAnimationFrame(look);
    const score = document.querySelector('[data-testid=score]');
    if (!score) return;
    const part = document.querySelector('[data-testid=goal-animation], [data-testid=banner], [data-testid=strip]');
    const own = textOf(part?.querySelector('.goal-animation-score, .banner-score') ?? null);
    const claim = part && { score: own, text: textOf(part) };
    const last = frames.at(-1);
    const frame: Frame = { at: Date.now(), score: textOf(score), claim };
    if (last?.score !== frame.score || JSON.stringify(last.claim) !== JSON.stringify(claim)) frames.push(frame);
  };
  requestAnimationFrame(look);
}

type Logged = { readonly seq: number; readonly at: number; readonly state: BoardState };
/** The whole log, from the state before its first entry. */
async function readLog(): Promise<readonly Logged[]> {
  type Page = {
    readonly entries: readonly { seq: number; at: string; state: { before: BoardState; after: BoardState } }[];
    readonly next: string | null;
  };
  const log: Logged[] = [];
  let next: string | null = `live/${CHANNEL}/log?state=true`;
  while (next !== null) {
    const { body }: { body: Page } = await site.gateway.call<Page>('GET', next, { token: TOKENS.tournament });
    for (const { seq, at, state } of body.entries) {
      if (log.length === 0) log.push({ seq: seq - 1, at: 0, state: state.before });
      log.push({ seq, at: Date.parse(at), state: state.after });
    }
    next = body.next?.replace(/^.*\/api\/v1\//, '') ?? null;
  }
  return log;
}

const boardIn = (state: BoardState): Board => {
  const board: Board | undefined = Object.values<Board>(state.matches)[0];
  if (board === undefined) throw new Error('The match has no board.');
  return board;
};

/** Whether the frame shows this state: its score, and a claim about an entry that is there. */
function agrees({ score, claim }: Frame, board: Board): boolean {
  // Before kick-off there is no score.
  const { home, away } = board.score;
  if (score !== (home === undefined ? 'v' : `${home}–${away}`)) return false;
  if (claim === null || /cancelled/i.test(claim.text)) return true;
  if (claim.score !== '' && claim.score !== score) return false;
  return Object.values(board.events).some(
    ({ minute, player, second_player: second }) =>
      minute !== undefined &&
      claim.text.includes(shownMinute(minute)) &&
      [player?.name, second?.name].every((name) => name === undefined || claim.text.includes(name)),
  );
}

/** The frames that show no state of the log, an older one than the frame before, or one before its time. */
function wrongFrames(frames: readonly Frame[], log: readonly Logged[], delayMs: number): readonly Frame[] {
  let place = 0;
  return frames.filter((frame) => {
    const found = log.findIndex(({ state }, index) => index >= place && agrees(frame, boardIn(state)));
    place = found === -1 ? place : found;
    return found === -1 || frame.at < (log[found]?.at ?? 0) + delayMs - CLOCKS_MS;
  });
}

async function openPage(kind: 'screen' | 'overlay', query = ''): Promise<{ page: Page; complaints: string[] }> {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 360 }, reducedMotion: 'reduce' });
  const complaints = complaintsOf(page);
  await page.addInitScript(watchFrames);
  const token = await site.gateway.viewToken(TOKENS.tournament, CHANNEL);
  await page.goto(`${site.gateway.url}/${kind}/${CHANNEL}?token=${token}${query}`);
  await page.getByTestId('score').waitFor();
  return { page, complaints };
}

const OTHER: Readonly<Record<Side, Side>> = { home: 'away', away: 'home' };
const NAMES: Readonly<Record<Side, readonly string[]>> = { home: ['Ana', 'Rui'], away: ['Eva'] };

/** Five entries of each side in each of six rounds; a sixth of them are goals. */
async function playRound(phone: Phone, round: number): Promise<void> {
  for (const side of ['home', 'away'] as const) {
    const [name = ''] = NAMES[side].slice(round % NAMES[side].length);
    const other = NAMES[OTHER[side]][0] ?? '';
    await (round % 2 === 0 ? phone.record(side, 'Goal', name, 'No assist') : phone.record(side, 'Goal', 'Unknown'));
    await phone.record(side, 'Save', name);
    await phone.record(side, 'Shot', 'Unknown');
    if (round === 0) await phone.record(side, 'YellowCard', name);
    else await phone.record(side, 'Shot', name);
    await more(phone, side, 'Foul', name, other);
  }
}
/** An entry of the side's further types. */
async function more(phone: Phone, side: Side, type: string, ...names: readonly string[]): Promise<void> {
  await phone.page.getByTestId(`column-${side}`).getByRole('button', { name: 'More' }).click();
  await phone.page.locator(`dialog [data-type=${type}]`).click();
  for (const name of names) await phone.page.locator('dialog .player').filter({ hasText: name }).first().click();
  await phone.page.locator('dialog').waitFor({ state: 'detached' });
}
const row = (phone: Phone, type: string, side: Side) =>
  phone.page.getByTestId('history').locator(`[data-type=${type}].${side}`).first();
/** Two corrections: the newest goal gets another scorer, and the newest shot is undone. */
async function correct(phone: Phone, round: number): Promise<void> {
  const side: Side = round % 2 === 0 ? 'home' : 'away';
  await row(phone, 'Goal', side)
    .getByRole('button', { name: /^Change/ })
    .click();
  if (round === 3) await phone.page.getByLabel(/^Own goal/).check();
  const scorer = round === 3 ? NAMES[OTHER[side]] : NAMES[side];
  await phone.page
    .locator('dialog .player')
    .filter({ hasText: scorer.at(-1) ?? '' })
    .first()
    .click();
  if (round !== 3) await phone.page.locator('dialog .player').filter({ hasText: 'No assist' }).click();
  await phone.page.locator('dialog').waitFor({ state: 'detached' });
  await row(phone, round === 5 ? 'Goal' : 'Shot', side)
    .getByRole('button', { name: /^Undo/ })
    .click();
  await phone.page
    .locator('.toast')
    .getByText(/undone/)
    .waitFor();
}

test('a match of 60 entries and 12 corrections is on every page as it is in the log', async () => {
  const kickOff = { id: randomUUID(), type: 'Start', timestamp: iso(Date.now() - 43 * 60_000) };
  const markers = 'tournaments/autumn-cup/matches/701/markers';
  expect((await site.gateway.call('POST', markers, { token: TOKENS.tournament, body: kickOff })).status).toBe(201);
  const subscriber = await connect(site.gateway.liveUrl, TOKENS.tournament);
  const first = positionOf(await subscriber.subscribe(CHANNEL));
  const [screen, overlay, late] = await Promise.all([
    openPage('screen'),
    openPage('overlay', '&hold=2'),
    openPage('overlay', `&hold=2&delay=${DELAY_S}`),
  ]);
  const phone = await open(CHANNEL, TOKENS.tournament);

  for (const round of [0, 1, 2]) {
    await playRound(phone, round);
    await correct(phone, round);
  }
  await phone.step('Half-time');
  await phone.step('Start 2nd half');
  for (const round of [3, 4, 5]) {
    await playRound(phone, round);
    await correct(phone, round);
  }
  await phone.step('Full time', true);
  await phone.hears('ONLINE');
  await expect.poll(async () => (await boardOf(CHANNEL, '701', TOKENS.tournament)).period).toBe('full_time');

  const log = await readLog();
  const last = boardIn(log.at(-1)?.state ?? (first.state as BoardState));
  expect(Object.values(last.events).filter(({ team }) => team !== undefined)).toHaveLength(60 - 6);
  const shown = `${last.score.home ?? ''}–${last.score.away ?? ''}`;
  for (const { page, complaints } of [screen, overlay, late]) {
    await page
      .getByTestId('score')
      .filter({ hasText: shown })
      .waitFor({ timeout: (DELAY_S + 20) * 1_000 });
    await page
      .getByText(/FT|Full time/)
      .first()
      .waitFor();
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames);
    expect(wrongFrames(frames, log, page === late.page ? DELAY_S * 1_000 : 0)).toEqual([]);
    expect(new Set(frames.map(({ score }) => score)).size).toBeGreaterThan(8);
    expect(frames.some(({ claim }) => claim !== null)).toBe(true);
    expect(complaints).toEqual([]);
  }
  // The subscriber's state after each frame is the one that the log has after the same position.
  let position: Position = first;
  const differing: number[] = [];
  for (const frame of await subscriber.unread()) {
    if (frame.type !== 'delta') throw new Error(`A ${frame.type} came to a subscriber that reads.`);
    position = advance(position, frame);
    const logged = log.find(({ seq }) => seq === position.seq);
    if (JSON.stringify(sorted(logged?.state)) !== JSON.stringify(sorted(position.state))) differing.push(position.seq);
  }
  expect(differing).toEqual([]);
  expect(position.seq).toBe(log.at(-1)?.seq);
  expect(phone.complaints).toEqual([]);
  await subscriber.close();
});

/** The value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
