// A club's or a tournament's matches as rows: those being played first.
import type { FeedMatch, FeedState, MatchStatus } from '../../../protocol/board.ts';
import { shownClock } from '../../../protocol/clock.ts';
import { hasShootout, readableSlug, showsClock, standingLabel } from '../lib/standing.ts';
import { useTick } from '../lib/tick.ts';
import { useSettings } from './settings.ts';
import { Notice } from './signal.tsx';

const ORDER: Readonly<Record<MatchStatus, number>> = {
  live: 0,
  scheduled: 1,
  completed: 2,
  awarded: 3,
  abandoned: 4,
  postponed: 5,
  cancelled: 6,
};

export function MatchList({ state, now }: { state: FeedState; now: () => number }) {
  const { words } = useSettings();
  const matches = Object.entries(state.matches).sort(([, a], [, b]) => ORDER[a.status] - ORDER[b.status]);
  if (matches.length === 0) return <Notice title={readableSlug(state.slug)} lines={[words.noMatches]} />;
  return (
    <main class="list">
      <h1 class="heading">{readableSlug(state.slug)}</h1>
      <ol class="rows">
        {matches.map(([key, match]) => (
          <Row key={key} match={match} now={now} />
        ))}
      </ol>
    </main>
  );
}

function Row({ match, now }: { match: FeedMatch; now: () => number }) {
  const { words } = useSettings();
  const standing = useTick(() =>
    showsClock(match) ? shownClock(match.clock, now()).text : standingLabel(match, words),
  );
  return (
    <li class="row" data-status={match.status}>
      <span class="side home" dir="auto">
        {match.home.name}
      </span>
      <span class="result">
        <RowScore match={match} />
        <span class="when">{standing}</span>
      </span>
      <span class="side away" dir="auto">
        {match.away?.name ?? words.bye}
      </span>
    </li>
  );
}

function RowScore({ match }: { match: FeedMatch }) {
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  const { words } = useSettings();
  if (home === undefined || away === undefined) return <span class="points">{words.versus}</span>;
  return (
    <span class="points">
      {home}–{away}
      {hasShootout(match) && (
        <small>
          {' '}
          ({homeKicks}–{awayKicks})
        </small>
      )}
    </span>
  );
}
