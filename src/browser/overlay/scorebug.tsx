// The score in the corner: colours, names, score, clock with added time, red cards, kicks from the mark.
import { useRef } from 'preact/hooks';
import type { Board, Period, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { hasShootout, isPaused, showsClock } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import type { Scene, SideLook } from './scene.ts';
import type { Words } from '../shared/words.ts';
import { ThemeCrest } from './theme-crest.tsx';

/** Longer names would make the scorebug too wide. */
const LONG_NAME = 14;

export function Scorebug({ scene }: { scene: Scene }) {
  const { board, sides, options, words } = scene;
  const { home, away } = board.score;
  const isShort =
    options.names === 'short' ||
    (options.names === 'auto' && Math.max(sides.home.name.length, sides.away.name.length) > LONG_NAME);
  const isKnown = home !== undefined && away !== undefined;
  return (
    <section class={`bug ${options.style}`} data-testid="scorebug" aria-label={scene.state.title}>
      <div class="bug-row">
        <ThemeCrest options={options} place="bug" />
        <BugSide side="home" look={sides.home} isShort={isShort} reds={board.cards.home.red} />
        <div class="bug-score" data-testid="score">
          {isKnown ? (
            <>
              <Digits value={home} />
              <i>–</i>
              <Digits value={away} />
            </>
          ) : (
            <span class="bug-versus">{words.versus}</span>
          )}
        </div>
        <BugSide side="away" look={sides.away} isShort={isShort} reds={board.cards.away.red} />
        {!options.hide_clock && <BugClock scene={scene} />}
      </div>
      {/* The shootout widget shows the same score, so the scorebug leaves it out. */}
      {hasShootout(board) && !options.widgets.includes('shootout') && (
        <p class="bug-under" data-testid="bug-penalties">
          {words.penalties}{' '}
          <b>
            {board.score.home_penalties}–{board.score.away_penalties}
          </b>
        </p>
      )}
    </section>
  );
}

/** A new number flashes. The number at page load does not. */
function Digits({ value }: { value: number }) {
  const first = useRef(value);
  return (
    <span key={value} class={value === first.current ? '' : 'new'}>
      {value}
    </span>
  );
}

function BugSide({ side, look, isShort, reds }: { side: Side; look: SideLook; isShort: boolean; reds: number }) {
  return (
    <div class={`bug-side ${side}`} style={{ '--team': look.color, '--team-ink': look.ink }}>
      <span class="bug-bar" />
      {look.badge !== null && (
        <img class="bug-badge" src={look.badge} alt="" onError={(event) => event.currentTarget.remove()} />
      )}
      <bdi class="bug-name" data-testid={`bug-${side}`}>
        {isShort ? look.short : look.name}
      </bdi>
      {reds > 0 && (
        <span class="pips" role="img" aria-label={`${reds} red`} data-testid={`pips-${side}`}>
          {Array.from({ length: Math.min(reds, 5) }, (_, index) => (
            <i key={index} class="pip" />
          ))}
        </span>
      )}
    </div>
  );
}

function BugClock({ scene: { board, now, words, announced } }: { scene: Scene }) {
  const text = useTick(() => (showsClock(board) ? shownClock(board.clock, now()).text : breakLabel(board, words)));
  if (text === '') return null;
  const [base = '', added] = text.split(' +');
  return (
    <div class={isPaused(board) ? 'bug-clock stopped' : 'bug-clock'} data-testid="clock" role="timer">
      {EXTRA_TIME.has(board.period) && <span class="bug-period">{words.extraTimeShort}</span>}
      <span class="bug-time">{base}</span>
      {added !== undefined && <span class="bug-added"> +{added}</span>}
      {announced !== null && showsClock(board) && (
        <span class="bug-announced" data-testid="announced" role="img" aria-label={`${words.addedTime}: ${announced}`}>
          +{announced}
        </span>
      )}
    </div>
  );
}

/** Periods whose clock needs a word: it runs on from 90:00. */
const EXTRA_TIME: ReadonlySet<Period> = new Set<Period>(['extra_time_first_half', 'extra_time_second_half']);

const BREAKS: Readonly<Partial<Record<Period, (words: Words) => string>>> = {
  half_time: (words) => words.halfTimeShort,
  extra_time_break: (words) => words.extraTimeShort,
  extra_time_half_time: (words) => `${words.extraTimeShort} ${words.halfTimeShort}`,
  full_time: (words) => words.fullTimeShort,
};

/** The label that replaces the stopped clock, as `HT`; empty before kick-off and in a shootout. */
export function breakLabel({ status, period }: Pick<Board, 'status' | 'period'>, words: Words): string {
  if (status === 'completed' || status === 'awarded') return words.fullTimeShort;
  return BREAKS[period]?.(words) ?? '';
}
