// A whole match through the console, from the kick-off to full time with added time: 60 entries and 12 corrections. Screen,
// overlay, a delayed overlay and a third party's subscriber are compared with the log of the match: every frame shows one of
// its states, in their order and in time. Statistics are on air, so that each entry is seen, and no entry is made before the
// pages without delay show the one before. The clocks of the server and of all pages are moved on between the entries.
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { consoleOn, type Phone, type Side } from '../../support/console-page.ts';
import {
  boardIn,
  CLAIM,
  framesOf,
  inTurn,
  isClockAt,
  type Logged,
  scoreIn,
  type Frame,
  setMoving,
  statsIn,
  unshownCounts,
  watchFrames,
  wrongFrames,
} from '../../support/frame-check.ts';
import { openMatchClock } from '../../support/match-clock.ts';
import { complaintsOf, openSiteForTests } from '../../support/site.ts';
import { advance, connect, type Position, positionOf } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const clock = openMatchClock();
afterAll(clock.restore);
const site = openSiteForTests();
const { open, boardOf } = consoleOn(site);

const CHANNEL = 'match:701';
const DELAY_S = 8;
const MINUTE_MS = 60_000;
/** The statistics stand beside the banners, so that both are seen at once. */
const OVERLAY = '&hold=2&widgets=stats,scorebug,goal,card,substitution,shootout&position=left&director=off';

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

type Shown = { readonly page: Page; readonly complaints: readonly string[]; readonly delayMs: number };

async function openPage(kind: 'screen' | 'overlay', query = '', delayMs = 0): Promise<Shown> {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 360 }, reducedMotion: 'reduce' });
  const complaints = complaintsOf(page);
  await clock.addTo(page);
  await page.addInitScript(watchFrames, CLAIM);
  const token = await site.gateway.viewToken(TOKENS.tournament, CHANNEL);
  await page.goto(`${site.gateway.url}/${kind}/${CHANNEL}?token=${token}${query}`);
  await page.getByTestId('score').waitFor();
  return { page, complaints, delayMs };
}

const OTHER: Readonly<Record<Side, Side>> = { home: 'away', away: 'home' };
const NAMES: Readonly<Record<Side, readonly string[]>> = { home: ['Ana', 'Rui'], away: ['Eva'] };

/** Waits until the pages without delay show the newest entry. `claim`: what its banner says, and its show if it has one. */
type Settled = (claim?: { readonly text: string; readonly isOnlyBanner?: true }) => Promise<void>;
type Play = { readonly phone: Phone; readonly settled: Settled };

/** Five entries of a side in one of six rounds; a fifth of them are goals. */
async function playSide({ phone, settled }: Play, round: number, side: Side): Promise<void> {
  const [name = ''] = NAMES[side].slice(round % NAMES[side].length);
  const other = NAMES[OTHER[side]][0] ?? '';
  await phone.press(side, 'Goal');
  await settled({ text: 'GOAL' });
  await choose(phone, ...(round % 2 === 0 ? [name, 'No assist'] : ['Unknown']));
  if (round % 2 === 0) await settled({ text: name });
  await phone.record(side, 'Save', name);
  await settled();
  await phone.record(side, 'Shot', 'Unknown');
  await settled();
  await phone.record(side, round === 0 ? 'YellowCard' : 'Shot', name);
  await settled(round === 0 ? { text: 'Yellow card', isOnlyBanner: true } : undefined);
  await phone.page.getByTestId(`column-${side}`).getByRole('button', { name: 'More' }).click();
  await phone.page.locator('dialog [data-type=Foul]').click();
  await choose(phone, name, other);
  await settled();
}
async function choose(phone: Phone, ...names: readonly string[]): Promise<void> {
  for (const name of names) await phone.page.locator('dialog .player').filter({ hasText: name }).first().click();
  await phone.page.locator('dialog').waitFor({ state: 'detached' });
}
const row = (phone: Phone, type: string, side: Side) =>
  phone.page.getByTestId('history').locator(`[data-type=${type}].${side}`).first();
/** Two corrections: the newest goal gets another scorer, and the newest shot is undone. */
async function correct({ phone, settled }: Play, round: number): Promise<void> {
  const side: Side = round % 2 === 0 ? 'home' : 'away';
  await row(phone, 'Goal', side)
    .getByRole('button', { name: /^Change/ })
    .click();
  if (round === 3) await phone.page.getByLabel(/^Own goal/).check();
  const scorer = (round === 3 ? NAMES[OTHER[side]] : NAMES[side]).at(-1) ?? '';
  await choose(phone, scorer, ...(round === 3 ? [] : ['No assist']));
  await settled();
  await row(phone, round === 5 ? 'Goal' : 'Shot', side)
    .getByRole('button', { name: /^Undo/ })
    .click();
  await phone.page
    .locator('.toast')
    .getByText(/undone/)
    .waitFor();
  await settled();
}

/** The minutes of the match at which the sides play, and at which two entries are corrected, for each of the six rounds. */
const ROUNDS = [
  { home: 0.1, away: 8, corrected: 14 },
  { home: 16, away: 22, corrected: 29 },
  { home: 31, away: 45.5, corrected: 46.5 },
  { home: 45.2, away: 53, corrected: 59 },
  { home: 61, away: 67, corrected: 74 },
  { home: 76, away: 90.5, corrected: 92 },
] as const;
const BREAK_MINUTES = 15;
/** Each goal is celebrated to its end before the clocks are moved on. */
const WHOLE_TEST_MS = 900_000;

/** The score and the statistics of a page, and whether it has a show or a banner. */
async function shownNow(page: Page) {
  const last = (await framesOf(page)).at(-1);
  return { score: last?.score, stats: last?.stats, hasClaim: last?.claim !== null };
}

test(
  'a match of 90 minutes, 60 entries and 12 corrections is on every page as it is in the log',
  async () => {
    const subscriber = await connect(site.gateway.liveUrl, TOKENS.app);
    const first = positionOf(await subscriber.subscribe(CHANNEL));
    const shown = await Promise.all([
      openPage('screen'),
      openPage('overlay', OVERLAY),
      openPage('overlay', `${OVERLAY}&delay=${DELAY_S}`, DELAY_S * 1_000),
    ]);
    const phone = await open(CHANNEL, TOKENS.tournament, { prepare: clock.addTo });
    const pages = [phone.page, ...shown.map(({ page }) => page)];
    const board = (): Promise<Board> => boardOf(CHANNEL, '701', TOKENS.tournament);
    const undelayed = shown.filter(({ delayMs }) => delayMs === 0);
    const onScreen = { token: TOKENS.tournament, body: { panel: { kind: 'statistics' } } };
    expect(await site.gateway.call('PATCH', `live/${CHANNEL}/air`, onScreen)).toMatchObject({ status: 200 });

    let settledSeq = first.seq;
    /** How many frames each page without delay had when the entry before was shown. */
    let known: readonly number[] = undelayed.map(() => 0);
    const settled: Settled = async (claim) => {
      const seqNow = async (): Promise<number> =>
        (await site.gateway.call<{ seq: number }>('GET', `live/${CHANNEL}`, { token: TOKENS.tournament })).body.seq;
      await expect.poll(seqNow).toBe(settledSeq + 1);
      await phone.hears('ONLINE');
      settledSeq += 1;
      const [score, stats] = [scoreIn(await board()), statsIn(await board())];
      const isClaimed = (frames: readonly Frame[], index: number): boolean =>
        claim === undefined ||
        (claim.isOnlyBanner === true && index === 0) ||
        frames.slice(known[index]).some((frame) => frame.claim?.text.includes(claim.text) === true);
      const claimed = async (): Promise<readonly object[]> => {
        const framesOfAll = await Promise.all(undelayed.map(({ page }) => framesOf(page)));
        return framesOfAll.map((frames, index) => ({
          score: frames.at(-1)?.score,
          stats: frames.at(-1)?.stats,
          isClaimed: isClaimed(frames, index),
        }));
      };
      await expect.poll(claimed).toEqual(undelayed.map(() => ({ score, stats, isClaimed: true })));
      known = (await Promise.all(undelayed.map(({ page }) => framesOf(page)))).map(({ length }) => length);
    };
    const play: Play = { phone, settled };

    /** Some time later: what was shown has ended, also on the delayed page, and each page has the new time. */
    async function later(ms: number): Promise<void> {
      await phone.hears('ONLINE');
      const now = { score: scoreIn(await board()), stats: statsIn(await board()), hasClaim: false };
      await expect.poll(() => Promise.all(shown.map(({ page }) => shownNow(page)))).toEqual(shown.map(() => now));
      await Promise.all(shown.map(({ page }) => setMoving(page, true)));
      await clock.moveBy(ms, pages);
      for (const { page, delayMs } of shown) {
        const isRight = async (): Promise<boolean> => {
          const text = await page.locator('[data-testid=clock]').allInnerTexts();
          return isClockAt((text[0] ?? '').replaceAll(/\s+/g, ' '), await board(), Date.now() - delayMs);
        };
        await expect.poll(isRight).toBe(true);
        await setMoving(page, false);
      }
    }
    const laterAt = async (minute: number): Promise<void> => later(clock.until(await board(), minute * MINUTE_MS));
    async function playHalf(rounds: readonly number[]): Promise<void> {
      for (const round of rounds) {
        const at = ROUNDS[round];
        if (at === undefined) throw new RangeError(`There is no round ${round}.`);
        for (const side of ['home', 'away'] as const) {
          await laterAt(at[side]);
          await playSide(play, round, side);
        }
        await laterAt(at.corrected);
        await correct(play, round);
      }
    }

    await phone.step('Kick-off');
    await phone.page.getByTestId('period').getByText('1st half').waitFor();
    await settled();
    await playHalf([0, 1, 2]);
    await phone.step('Half-time');
    await phone.page.getByTestId('period').getByText('Half-time').waitFor();
    await settled();
    await later(BREAK_MINUTES * MINUTE_MS);
    await phone.step('Start 2nd half');
    await phone.page.getByTestId('period').getByText('2nd half').waitFor();
    await settled();
    await playHalf([3, 4, 5]);
    await phone.step('Full time', true);
    await settled();
    await expect.poll(async () => (await board()).period).toBe('full_time');

    const log = await readLog();
    const last = boardIn(log.at(-1)?.state ?? (first.state as BoardState));
    const entries = Object.values(last.events).filter(({ team }) => team !== undefined);
    expect(entries).toHaveLength(60 - 6);
    const minutes = new Set(entries.map(({ minute }) => minute));
    for (const minute of ['1', '9', '17', '32', '45+1', '46', '62', '90+1']) expect(minutes).toContain(minute);
    expect(Object.values(last.events).filter(({ type }) => type === 'Start')).toHaveLength(2);
    const goals = entries.filter(({ type }) => type === 'Goal');
    expect(goals).toHaveLength(12 - 1);
    for (const { page, complaints, delayMs } of shown) {
      await page
        .getByTestId('score')
        .filter({ hasText: scoreIn(last) })
        .waitFor();
      await page
        .getByText(/FT|Full time/)
        .first()
        .waitFor();
      const frames = await framesOf(page);
      const check = { log, delayMs, realOf: clock.realOf };
      expect(wrongFrames(frames, check)).toEqual([]);
      // Each score that there was, and no other.
      const scores = inTurn(frames.map(({ score }) => score));
      expect(scores).toEqual(inTurn(log.map(({ state }) => scoreIn(boardIn(state)))));
      expect(new Set(scores).size).toBeGreaterThan(8);
      expect(unshownCounts(frames, check)).toEqual([]);
      for (const { minute } of goals) {
        expect(frames.some(({ claim }) => claim?.text.includes(shownMinute(minute ?? '?')) === true)).toBe(true);
      }
      expect(frames.some(({ clock: text }) => text?.startsWith('90:00 +2') === true)).toBe(true);
      expect(complaints).toEqual([]);
    }
    // The subscriber's state after each frame is the one that the log has after the same position.
    let position: Position = first;
    const differing: number[] = [];
    const commands: string[] = [];
    for (const frame of await subscriber.unread()) {
      if (frame.type !== 'delta') throw new Error(`A ${frame.type} came to a subscriber that reads.`);
      position = advance(position, frame);
      commands.push(...frame.cause.map(({ action, type = '' }) => `${action} ${type}`));
      const logged = log.find(({ seq }) => seq === position.seq);
      if (JSON.stringify(sorted(logged?.state)) !== JSON.stringify(sorted(position.state)))
        differing.push(position.seq);
    }
    expect(differing).toEqual([]);
    expect(position.seq).toBe(log.at(-1)?.seq);
    // Two starts and two ends beside the 60 entries; six entries are undone, and six goals change.
    expect(commands.filter((command) => command.startsWith('recorded'))).toHaveLength(60 + 4);
    expect(commands.filter((command) => command.startsWith('deleted'))).toHaveLength(6);
    expect(phone.complaints).toEqual([]);
    await subscriber.close();
  },
  WHOLE_TEST_MS,
);

/** The value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
