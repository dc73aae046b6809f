// One match on a public page: score, clock, timeline, shootout, statistics.
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { playedBoards } from '../../../protocol/wire/played-boards.ts';
import { sideColors } from '../../browser/shared/colors.ts';
import { linesOf, matchEntries, withSendingOffs } from '../../browser/shared/entries.ts';
import { lineText } from '../../browser/shared/entry-line.tsx';
import { hasShootout, matchStatusLabel, showsClock } from '../../browser/shared/match-status.ts';
import { WholeWords } from '../../browser/shared/whole-words.tsx';
import { SIDES } from '../../browser/shared/side.ts';
import { Crest } from '../layout/crest.tsx';
import { LongList } from '../layout/pieces.tsx';
import type { CrestOf } from './page.ts';
import type { PublicWords } from './public-words.ts';
import { Live } from './document.tsx';
import { Icon } from './icons.tsx';
import { minuteAt } from '../../match/clock.ts';
import { labelOf, timelineOf, type TimelineEntry } from './timeline.ts';

export type BoardProps = {
  readonly state: BoardState;
  readonly matchId: string;
  readonly words: PublicWords;
  readonly isOneHalf?: boolean;
  /** ms since 1970: of the clock without scripts. */
  readonly now: number;
};

/** Score and clock, and a line for the shootout. `hidesStatus`: the page says it elsewhere. */
export function Score(props: BoardProps & { hidesStatus?: boolean; crestOf?: CrestOf }) {
  const { state, matchId, words, now, isOneHalf, hidesStatus = false, crestOf = () => null } = props;
  const board: Board | undefined = state.matches[matchId];
  if (board === undefined) return null;
  if (board.away === undefined) return <p>{words.texts.byes(board.home.name)}</p>;
  const { home_penalties: homeKicks, away_penalties: awayKicks } = board.score;
  return (
    <section class="board" data-key={matchId} aria-label={`${board.home.name} – ${board.away.name}`}>
      <Colors board={board} />
      <Live id={`score-${matchId}`} isSpoken>
        <div class="sides">
          <span class="side">
            <Name of={board.home} />
            <Crest path={crestOf(board.home)} size={64} />
          </span>
          <span class={hasScore(board) ? 'score' : 'score none'}>{scoreText(board)}</span>
          <span class="side away">
            <Crest path={crestOf(board.away)} size={64} />
            <Name of={board.away} />
          </span>
        </div>
        {hasShootout(board) && <p>{words.texts.afterPenalties(homeKicks ?? 0, awayKicks ?? 0)}</p>}
      </Live>
      <Live id={`status-${matchId}`}>
        {!hidesStatus && (
          <p class={board.status === 'live' ? 'status live' : 'status'}>
            {statusText(board, words.screen, isOneHalf)} {showsClock(board) && <Clock board={board} now={now} />}
          </p>
        )}
      </Live>
      <Scorers state={state} matchId={matchId} words={words} now={now} />
    </section>
  );
}

/** A word that is longer than a side of a phone breaks between syllables, with a hyphen. */
const Name = ({ of }: { readonly of: { readonly name: string } }) => (
  <span>
    <WholeWords text={of.name} from={10} />
  </span>
);

/** The script reads `data-clock` and lets the clock run, in the room that the stylesheet reserves: nothing moves when it begins. */
function Clock({ board, now }: { readonly board: Board; readonly now: number }) {
  const { addedMs } = shownClock(board.clock, now);
  return (
    <span class={addedMs > 0 ? 'clock long' : 'clock'} dir="ltr" data-clock={JSON.stringify(board.clock)}>
      {shownMinute(minuteAt(board.clock, now) ?? '')}
    </span>
  );
}

type Scored = Pick<Board, 'score'>;

export const hasScore = ({ score: { home, away } }: Scored): boolean => home !== undefined || away !== undefined;

/** `2–1`; `–` without a score. */
export const scoreText = (board: Scored): string =>
  hasScore(board) ? `${board.score.home ?? 0}–${board.score.away ?? 0}` : '–';

/** '' beside a score that was set by hand: the match has not begun, and is perhaps over. */
export const statusText = (board: Board, screen: PublicWords['screen'], isOneHalf?: boolean): string =>
  board.status === 'scheduled' && hasScore(board) ? '' : matchStatusLabel(board, screen, isOneHalf);

/** The colours of both sides, in the order of the reader's language. */
const Colors = ({ board }: { readonly board: Board }) => {
  const colors = sideColors(board);
  return (
    <svg class="colors" viewBox="0 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="1" height="1" fill={colors.home.color} />
      <rect x="1" width="1" height="1" fill={colors.away.color} />
    </svg>
  );
};

/** Who scored and who was sent off, each under the name of the team. */
function Scorers({ state, matchId, words }: BoardProps) {
  const board: Board | undefined = state.matches[matchId];
  if (board === undefined) return null;
  const entries = withSendingOffs(board, matchEntries(state, matchId));
  const told = SIDES.map((side) => ({ side, lines: linesOf(entries[side].filter(({ kind }) => kind !== 'yellow')) }));
  return (
    <Live id={`scorers-${matchId}`}>
      {told.some(({ lines }) => lines.length > 0) && (
        <div class="scorers">
          {told.map(({ side, lines }) => (
            <ul key={side} class={side} aria-label={board[side]?.name}>
              <LongList
                of={lines}
                entry={(line) => (
                  <li key={line.key}>
                    <Icon of={line.kind} /> <span class="unseen">{labelOf({ ...line, note: null }, words)}</span>{' '}
                    {lineText(line, words.screen)}
                  </li>
                )}
              />
            </ul>
          ))}
        </div>
      )}
    </Live>
  );
}

type HeadingProps = {
  readonly id: string;
  readonly text: string;
  readonly of: BoardState;
  readonly matchId: string;
};

/** On a page with several pairings it names its own, for readers who go from heading to heading. */
function Heading({ id, text, of, matchId }: HeadingProps) {
  const board: Board | undefined = of.matches[matchId];
  const isOne = playedBoards(of).length === 1;
  return (
    <h2 id={id}>
      {text}
      {!isOne && board !== undefined && (
        <span class="unseen">{`: ${board.home.name} – ${board.away?.name ?? ''}`}</span>
      )}
    </h2>
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
          <Heading id={`timeline-title-${matchId}`} text={words.texts.timeline} of={state} matchId={matchId} />
          {entries.length === 0 ? (
            <p class="small">{words.texts.nothingHappened}</p>
          ) : (
            <ol class="timeline">
              <LongList of={entries} entry={(entry) => <TimelineLine key={entry.key} entry={entry} />} />
            </ol>
          )}
        </section>
      )}
    </Live>
  );
}

const TimelineLine = ({ entry: { key, minute, what, who, icon, side, team } }: { readonly entry: TimelineEntry }) => (
  <li class={side ?? 'both'} data-key={key}>
    <span class="minute">{minute === null ? '' : shownMinute(minute)}</span>
    <span class="told">
      <span class="what">
        {icon !== null && <Icon of={icon} />} {what}
      </span>{' '}
      {team !== null && <span class="unseen">{team}</span>}
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
          <Heading id={`shootout-title-${matchId}`} text={words.screen.penalties} of={state} matchId={matchId} />
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

/** Units of a bar's drawing; it is stretched to the column. */
const BAR = 100;
const BETWEEN = 0.4;

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
          <Heading id={`stats-title-${matchId}`} text={words.screen.statistics} of={state} matchId={matchId} />
          <dl class="bars">
            {names.map((name) => (
              <Bar key={name} label={words.screen.stats[name]} board={board} home={home[name]} away={away[name]} />
            ))}
          </dl>
        </section>
      )}
    </Live>
  );
}

type BarProps = { readonly label: string; readonly board: Board; readonly home: number; readonly away: number };

function Bar({ label, board, home, away }: BarProps) {
  const colors = sideColors(board);
  const gap = home > 0 && away > 0 ? BETWEEN : 0;
  const part = (home / (home + away)) * (BAR - gap);
  return (
    <div>
      <dt>
        <span>{label}</span>
        <svg viewBox={`0 0 ${BAR} 6`} preserveAspectRatio="none" aria-hidden="true">
          <rect width={part} height="6" fill={colors.home.color} />
          <rect x={part + gap} width={BAR - gap - part} height="6" fill={colors.away.color} />
        </svg>
      </dt>
      <dd>{home}</dd>
      <dd>{away}</dd>
    </div>
  );
}
