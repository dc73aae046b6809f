// One match: teams, score, clock, shootout, goals and cards.
import type { Board, GameSide, MatchSide, Side } from '../../../protocol/board.ts';
import { shownClock } from '../../../protocol/clock.ts';
import { sideColors } from '../lib/colors.ts';
import type { Entries, Entry } from '../lib/entries.ts';
import { useFit } from '../lib/fit.ts';
import { hasShootout, isPaused, showsClock, standingLabel } from '../lib/standing.ts';
import { useTick } from '../lib/tick.ts';
import type { Words } from '../lib/words.ts';
import { useSettings } from './settings.ts';

type BoardProps = {
  readonly board: Board;
  readonly entries: Entries;
  /** Above the board: the game's title, the tournament. */
  readonly heading: string | null;
  /** The server's time, ms since 1970. */
  readonly now: () => number;
};

export function MatchBoard({ board, entries, heading, now }: BoardProps) {
  const { words, colors: chosen } = useSettings();
  const colors = sideColors(board, chosen);
  return (
    <article class="board" data-status={board.status} data-period={board.period}>
      {heading !== null && <h1 class="heading">{heading}</h1>}
      <Team side="home" team={board.home} color={colors.home.color} />
      {board.away ? (
        <Team side="away" team={board.away} color={colors.away.color} />
      ) : (
        <p class="team away bye">{words.bye}</p>
      )}
      {board.away && <ScoreLine board={board} />}
      {board.away && <Standing board={board} now={now} />}
      <EntryList side="home" entries={entries.home} />
      <EntryList side="away" entries={entries.away} />
    </article>
  );
}

function Team({ side, team, color }: { side: Side; team: GameSide | MatchSide; color: string }) {
  const name = useFit<HTMLHeadingElement>(team.name);
  const badge = 'badge_url' in team ? team.badge_url : undefined;
  return (
    <section class={`team ${side}`} style={{ '--team': color }}>
      <div class="bar" />
      {badge !== undefined && (
        <img class="badge" src={badge} alt="" onError={(event) => event.currentTarget.remove()} />
      )}
      <h2 class="name" ref={name} dir="auto">
        {team.name}
      </h2>
    </section>
  );
}

function ScoreLine({ board }: { board: Board }) {
  const { words } = useSettings();
  const { home, away } = board.score;
  if (home === undefined || away === undefined) {
    return (
      <div class="score none" data-testid="score">
        {words.versus}
      </div>
    );
  }
  const digits = String(home).length + String(away).length;
  return (
    <div class="score" data-testid="score" data-digits={digits} aria-label={`${home} to ${away}`}>
      {/* A new key draws the number anew, which starts its animation. */}
      <span class="number" key={`home ${home}`}>
        {home}
      </span>
      <span class="dash">–</span>
      <span class="number" key={`away ${away}`}>
        {away}
      </span>
    </div>
  );
}

function Standing({ board, now }: { board: Board; now: () => number }) {
  const { words } = useSettings();
  return (
    <div class="standing">
      {showsClock(board) && <RunningClock board={board} now={now} />}
      <p class={showsClock(board) ? 'period' : 'period alone'} data-testid="period">
        {standingLabel(board, words)}
        {isPaused(board) && ` · ${words.stopped}`}
      </p>
      {hasShootout(board) && <Shootout board={board} />}
    </div>
  );
}

/** `90:00 +2:13`; what is longer has to be drawn smaller. */
const LONG_CLOCK = 11;

function RunningClock({ board, now }: { board: Board; now: () => number }) {
  const text = useTick(() => shownClock(board.clock, now()).text);
  const [base, added] = text.split(' ');
  const classes = ['clock', ...(text.length > LONG_CLOCK ? ['long'] : []), ...(isPaused(board) ? ['stopped'] : [])];
  return (
    <p class={classes.join(' ')} data-testid="clock" role="timer">
      {base}
      {added !== undefined && <span class="added"> {added}</span>}
    </p>
  );
}

/** Kicks a side has at least; when there are more, the earliest give way. */
const KICKS = 5;

function Shootout({ board }: { board: Board }) {
  const { home_penalties: home = 0, away_penalties: away = 0 } = board.score;
  const taken = Math.max(board.shootout.home.length, board.shootout.away.length);
  const first = Math.max(0, taken - KICKS);
  return (
    <div class="shootout" data-testid="shootout" aria-label={`${home} to ${away} on penalties`}>
      <Kicks kicks={board.shootout.home} first={first} />
      <span class="tally">
        {home}–{away}
      </span>
      <Kicks kicks={board.shootout.away} first={first} />
    </div>
  );
}

function Kicks({ kicks, first }: { kicks: readonly boolean[]; first: number }) {
  const places = Array.from({ length: KICKS }, (_, place) => kicks[first + place]);
  return (
    <span class="kicks">
      {places.map((scored, place) => (
        <span key={first + place} class={`kick ${kickClass(scored)}`} />
      ))}
    </span>
  );
}
function kickClass(scored: boolean | undefined): string {
  if (scored === undefined) return 'open';
  return scored ? 'in' : 'out';
}

const ENTRY_WORDS: Readonly<Record<Entry['kind'], keyof Words & ('goal' | 'yellowCard' | 'secondYellow' | 'redCard')>> =
  {
    goal: 'goal',
    yellow: 'yellowCard',
    second_yellow: 'secondYellow',
    red: 'redCard',
  };
const NOTE_WORDS = { penalty: 'penaltyShort', own_goal: 'ownGoalShort' } as const;

/** As many as there is room for: the style sheet lets go of those that do not fit, the oldest first. */
function EntryList({ side, entries }: { side: Side; entries: readonly Entry[] }) {
  const { words } = useSettings();
  return (
    <ol class={`entries ${side}`} data-testid={`entries-${side}`}>
      {entries.map((entry) => (
        <li key={entry.key} class="entry">
          <span class={`icon ${entry.kind}`} role="img" aria-label={words[ENTRY_WORDS[entry.kind]]} />
          {entry.minute !== null && <span class="minute">{entry.minute}’</span>}
          {entry.note !== null && <span class="minute">{words[NOTE_WORDS[entry.note]]}</span>}
          <span class="who" dir="auto">
            {entry.name ?? words.unknownPlayer}
          </span>
        </li>
      ))}
    </ol>
  );
}
