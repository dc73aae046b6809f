// One match on a public page: score, clock, timeline, shootout, statistics.
import type { Board, BoardState, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { readColor } from '../../browser/shared/colors.ts';
import { hasShootout, matchStatusLabel, showsClock } from '../../browser/shared/match-status.ts';
import { SIDES } from '../../browser/shared/side.ts';
import type { PublicWords } from './public-words.ts';
import { Live } from './document.tsx';
import { timelineOf, type TimelineEntry } from './timeline.ts';

export type BoardProps = {
  readonly state: BoardState;
  readonly matchId: string;
  readonly words: PublicWords;
  /** ms since 1970: of the clock without scripts. */
  readonly now: number;
};

/** Score and clock, and a line for the shootout. `hidesStatus`: the page says it elsewhere. */
export function Score({ state, matchId, words, now, hidesStatus = false }: BoardProps & { hidesStatus?: boolean }) {
  const board: Board | undefined = state.matches[matchId];
  if (board === undefined) return null;
  if (board.away === undefined) return <p>{words.texts.byes(board.home.name)}</p>;
  const { home_penalties: homeKicks, away_penalties: awayKicks } = board.score;
  return (
    <section class="board" aria-label={`${board.home.name} – ${board.away.name}`}>
      <Live id={`score-${matchId}`} isSpoken>
        <div class="sides">
          <span class="side">
            {board.home.name} <Shirt board={board} side="home" />
          </span>
          <span class="score">{scoreText(board)}</span>
          <span class="side away">
            {board.away.name} <Shirt board={board} side="away" />
          </span>
        </div>
        {hasShootout(board) && <p>{words.texts.afterPenalties(homeKicks ?? 0, awayKicks ?? 0)}</p>}
      </Live>
      <Live id={`status-${matchId}`}>
        {!hidesStatus && (
          <p class={board.status === 'live' ? 'status live' : 'status'}>
            {statusText(board, words.screen)} {showsClock(board) && <Clock board={board} now={now} />}
          </p>
        )}
      </Live>
    </section>
  );
}

/** The script reads `data-clock` and lets the clock run. */
const Clock = ({ board, now }: { readonly board: Board; readonly now: number }) => (
  <span class="clock" data-clock={JSON.stringify(board.clock)}>
    {shownClock(board.clock, now).base.replace(/:\d\d$/, '’')}
  </span>
);

type Scored = Pick<Board, 'score'>;

export const hasScore = ({ score: { home, away } }: Scored): boolean => home !== undefined || away !== undefined;

export const scoreText = (board: Scored): string =>
  hasScore(board) ? `${board.score.home ?? 0}–${board.score.away ?? 0}` : '–';

/** '' beside a score that was set by hand: the match has not begun, and is perhaps over. */
export const statusText = (board: Board, screen: PublicWords['screen']): string =>
  board.status === 'scheduled' && hasScore(board) ? '' : matchStatusLabel(board, screen);

/** The colour of the shirts, where it is known. */
function Shirt({ board, side }: { readonly board: Board; readonly side: Side }) {
  const team = board[side];
  const color = readColor(team?.color ?? '');
  if (color === null) return null;
  return (
    <svg class="shirt" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M8 3 2 7l2.5 4L7 9.8V21h10V9.8l2.5 1.2L22 7l-6-4a4 4 0 0 1-8 0Z"
        fill={color}
        stroke="currentColor"
        stroke-width="1"
      />
    </svg>
  );
}

/** Nothing before the match begins. */
export function Timeline({ state, matchId, words }: BoardProps) {
  const board: Board | undefined = state.matches[matchId];
  const entries = timelineOf(state, matchId, words);
  return (
    <Live id={`timeline-${matchId}`}>
      {(entries.length > 0 || board?.status === 'live') && (
        <section aria-labelledby={`timeline-title-${matchId}`}>
          <h2 id={`timeline-title-${matchId}`}>{words.texts.timeline}</h2>
          {entries.length === 0 ? (
            <p class="small">{words.texts.nothingHappened}</p>
          ) : (
            <ol class="timeline">
              {entries.map((entry) => (
                <TimelineLine key={entry.key} entry={entry} />
              ))}
            </ol>
          )}
        </section>
      )}
    </Live>
  );
}

const TimelineLine = ({ entry: { minute, what, who, team } }: { readonly entry: TimelineEntry }) => (
  <li>
    <span class="minute">{minute === null ? '' : shownMinute(minute)}</span>
    <span>
      <span class="what">{what}</span> {team !== null && <span class="small">{team}</span>}
      {who !== null && <span class="who">{who}</span>}
    </span>
  </li>
);

export function Shootout({ state, matchId, words }: BoardProps) {
  const board: Board | undefined = state.matches[matchId];
  if (board === undefined) return null;
  const isKicked = SIDES.some((side) => board.shootout[side].length > 0);
  return (
    <Live id={`shootout-${matchId}`}>
      {isKicked && (
        <section aria-labelledby={`shootout-title-${matchId}`}>
          <h2 id={`shootout-title-${matchId}`}>{words.screen.penalties}</h2>
          {SIDES.map((side) => (
            <div key={side}>
              <h3>{board[side]?.name}</h3>
              <ol class="kicks">
                {board.shootout[side].map((scored, index) => (
                  <li key={index} class={scored ? 'in' : 'out'}>
                    {scored ? words.screen.kickScored : words.screen.kickMissed}
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </section>
      )}
    </Live>
  );
}

/** Pixels of a bar's drawing; it is stretched to the column. */
const BAR = 100;

export function Statistics({ state, matchId, words }: BoardProps) {
  const board: Board | undefined = state.matches[matchId];
  if (board?.away === undefined) return null;
  const { home, away } = board.stats;
  const names = (Object.keys(words.screen.stats) as (keyof typeof home)[]).filter(
    (name) => home[name] + away[name] > 0,
  );
  return (
    <Live id={`stats-${matchId}`}>
      {names.length > 0 && (
        <section aria-labelledby={`stats-title-${matchId}`}>
          <h2 id={`stats-title-${matchId}`}>{words.screen.statistics}</h2>
          <dl class="bars">
            {names.map((name) => (
              <Bar key={name} label={words.screen.stats[name]} home={home[name]} away={away[name]} />
            ))}
          </dl>
        </section>
      )}
    </Live>
  );
}

function Bar({ label, home, away }: { readonly label: string; readonly home: number; readonly away: number }) {
  const part = (home / (home + away)) * BAR;
  return (
    <>
      <dt>{label}</dt>
      <dd>{home}</dd>
      <svg viewBox={`0 0 ${BAR} 6`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="home" width={part} height="6" />
        <rect class="away" x={part} width={BAR - part} height="6" />
      </svg>
      <dd>{away}</dd>
    </>
  );
}
