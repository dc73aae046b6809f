// What pages of a match show, frame by frame, compared with the log of the match.
import type { Page } from 'playwright-core';
import type { Board, BoardState, Stats } from '../../protocol/wire/board.ts';
import { shownClock } from '../../protocol/wire/clock.ts';
import { shownMinute } from '../../protocol/wire/minute.ts';
import { en } from '../../src/browser/shared/lang/en.ts';
import { showsClock } from '../../src/browser/shared/match-status.ts';

/** What a frame of a page shows, and when, ms since 1970. */
export type Frame = {
  readonly at: number;
  readonly score: string;
  /** Null: the clocks are being moved. */
  readonly clock: string | null;
  readonly claim: { readonly score: string; readonly text: string } | null;
  /** The statistics that are not zero, as `statsIn` writes them. Null: the page shows none. */
  readonly stats: string | null;
};

/** A state of the match, and when it was stored, ms since 1970. */
export type Logged = { readonly seq: number; readonly at: number; readonly state: BoardState };

/** A page with `watchFrames`. `isMoving`: its clock is being moved. */
type Watched = { readonly watched: { readonly frames: Frame[]; isMoving: boolean } };

/** Shows and banners. */
export const CLAIM = '[data-testid=goal-animation], [data-testid=banner], [data-testid=strip]';

/** Notes each frame that differs from the one before; runs in the page, with `CLAIM`. */
export function watchFrames(claims: string): void {
  const watched: Watched['watched'] = { frames: [], isMoving: false };
  Object.assign(globalThis, { watched });
  const textOf = (part: Element | null): string => part?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  const look = (): void => {
    requestAnimationFrame(look);
    const score = document.querySelector('[data-testid=score]');
    if (!score) return;
    const part = document.querySelector(claims);
    const own = textOf(part?.querySelector('.goal-animation-score, .banner-score') ?? null);
    const clock = watched.isMoving ? null : textOf(document.querySelector('[data-testid=clock]'));
    const claim = part && { score: own, text: textOf(part) };
    const rows = [...document.querySelectorAll('[data-testid=statistics] tr, [data-testid=stats] tr')]
      .filter((row) => !/stat-(yellow|red)/.test(row.getAttribute('data-testid') ?? ''))
      .map((row) => [row.querySelector('th'), row.firstElementChild, row.lastElementChild].map(textOf).join(' '))
      .filter((row) => !row.endsWith(' 0 0'));
    const stats = rows.length === 0 ? null : rows.sort().join(', ');
    const frame: Frame = { at: Date.now(), score: textOf(score), clock, claim, stats };
    const last = watched.frames.at(-1);
    if (JSON.stringify({ ...last, at: 0 }) !== JSON.stringify({ ...frame, at: 0 })) watched.frames.push(frame);
  };
  requestAnimationFrame(look);
}
export const framesOf = (page: Page): Promise<readonly Frame[]> =>
  page.evaluate(() => (globalThis as unknown as Watched).watched.frames);
export const setMoving = (page: Page, isMoving: boolean): Promise<void> =>
  page.evaluate((is) => {
    (globalThis as unknown as Watched).watched.isMoving = is;
  }, isMoving);

export const boardIn = (state: BoardState): Board => {
  const board: Board | undefined = Object.values<Board>(state.matches)[0];
  if (board === undefined) throw new Error('The match has no board.');
  return board;
};
/** As the pages write it; before kick-off there is no score. */
export const scoreIn = ({ score: { home, away } }: Board): string => (home === undefined ? 'v' : `${home}–${away}`);
/** The statistics that are not zero; null when all are. */
export function statsIn({ stats: { home, away } }: Board): string | null {
  const rows = (Object.keys(home) as (keyof Stats)[])
    .filter((key) => home[key] + away[key] > 0)
    .map((key) => `${en.stats[key]} ${home[key]} ${away[key]}`);
  return rows.length === 0 ? null : rows.sort().join(', ');
}

/** A clock changes once a second, and the pages know the server's time by some ms. */
const CLOCK_SHIFTS_MS = [0, -500, 500, -1_000, 1_000, -1_500, -2_000];

/** Whether a page whose pictures are of this time may show this clock: in breaks none. */
export function isClockAt(text: string, board: Board, at: number): boolean {
  if (!showsClock(board)) return !text.includes(':');
  return CLOCK_SHIFTS_MS.some((shift) => shownClock(board.clock, at + shift).text === text);
}

/** Whether the frame shows this state: its score and clock, and a claim about an entry that is there. */
function agrees({ at, score, clock, claim, stats }: Frame, board: Board, delayMs: number): boolean {
  if (score !== scoreIn(board)) return false;
  if (stats !== null && stats !== statsIn(board)) return false;
  if (clock !== null && !isClockAt(clock, board, at - delayMs)) return false;
  if (claim === null || /cancelled/i.test(claim.text)) return true;
  if (claim.score !== '' && claim.score !== score) return false;
  return Object.values(board.events).some(
    ({ minute, player, second_player: second }) =>
      minute !== undefined &&
      claim.text.includes(shownMinute(minute)) &&
      [player?.name, second?.name].every((name) => name === undefined || claim.text.includes(name)),
  );
}

/** The clocks of a page and of the server differ by some of this, ms. */
const CLOCKS_MS = 500;
/** A page of a busy machine is behind by some of this, ms. */
const LATE_MS = 5_000;

type FrameCheck = {
  readonly log: readonly Logged[];
  readonly delayMs: number;
  /** The real time at a time of the moved clocks; both ms since 1970. */
  readonly realOf: (at: number) => number;
};

/** The frames that show no state of the log, an older one than the frame before, one before its time, or one too long. */
export function wrongFrames(frames: readonly Frame[], { log, delayMs, realOf }: FrameCheck): readonly object[] {
  let place = 0;
  return frames.flatMap((frame) => {
    const agreesWith = (index: number): boolean => {
      const logged = log[index];
      return logged !== undefined && agrees(frame, boardIn(logged.state), delayMs);
    };
    let found = place;
    while (found < log.length && !agreesWith(found)) found += 1;
    if (found === log.length) return [{ ...frame, is: 'no state', place }];
    place = found;
    let last = found;
    while (agreesWith(last + 1)) last += 1;
    const [logged, next] = [log[found], log[last + 1]];
    if (frame.at < (logged?.at ?? 0) + delayMs - CLOCKS_MS) return [{ ...frame, is: 'early', place }];
    const isLate = next !== undefined && realOf(frame.at) > realOf(next.at + delayMs) + LATE_MS;
    return isLate ? [{ ...frame, is: 'late', place }] : [];
  });
}

/** The values in their order, each once. */
export const inTurn = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => value !== values[index - 1]);

/** Score and statistics; null without statistics. Each play of a match changes one of them. */
const countsOf = ({ score, stats }: Pick<Frame, 'score' | 'stats'>): string | null =>
  stats === null ? null : `${score}: ${stats}`;

/** On a delayed page of a busy machine, two states that came within this time may be due at once, ms. */
const DUE_AT_ONCE_MS = 500;

/** The counts of the log that the page never showed. */
export function unshownCounts(frames: readonly Frame[], { log, delayMs, realOf }: FrameCheck): readonly string[] {
  const shown = new Set(frames.map(countsOf));
  return log.flatMap(({ at, state }, index) => {
    const board = boardIn(state);
    const counts = countsOf({ score: scoreIn(board), stats: statsIn(board) });
    const next = log[index + 1];
    const isBrief = next !== undefined && realOf(next.at) - realOf(at) < DUE_AT_ONCE_MS;
    return counts === null || shown.has(counts) || (delayMs > 0 && isBrief) ? [] : [counts];
  });
}
