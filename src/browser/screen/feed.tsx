// A club's or a tournament's matches. Running matches form a grid, and the others alternate on a line below. When no
// match is running, all of them form a list.
import type { FeedState } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { readableSlug } from '../shared/match-status.ts';
import { Heading } from './heading.tsx';
import { listedOf } from './listed.ts';
import { LiveTiles } from './live-tiles.tsx';
import { MatchList } from './match-list.tsx';
import type { MatchShows } from './match-shows.ts';
import { useSettings } from './settings.ts';
import { Notice } from './connection-status.tsx';
import { Ticker } from './ticker.tsx';

type FeedProps = {
  readonly state: FeedState;
  readonly facts: Facts;
  readonly showOf: MatchShows['current'];
  readonly now: () => number;
};

export function Feed({ state, facts, showOf, now }: FeedProps) {
  const { words } = useSettings();
  const heading = facts.competition ?? readableSlug(state.slug);
  const matches = listedOf(state, facts, words);
  const live = matches.filter(({ match }) => match.status === 'live');
  if (matches.length === 0) return <Notice title={heading} lines={[words.noMatches]} />;
  if (live.length === 0) return <MatchList heading={heading} matches={matches} now={now} />;
  const others = matches.slice(live.length);
  return (
    <main class="grid">
      <Heading text={heading} />
      <LiveTiles live={live} showOf={showOf} now={now} />
      {others.length > 0 && <Ticker matches={others} now={now} />}
    </main>
  );
}
