// The content of a screen: the matches of its channel, and the state of its connection.
import type { Facts } from '../../../protocol/rest/facts.ts';
import { isBoards } from '../shared/match-events.ts';
import type { Aired } from '../shared/on-air.ts';
import type { ChannelView, Follower } from '../shared/channel-view.ts';
import { Band } from './band.tsx';
import { Feed } from './feed.tsx';
import { MatchGrid } from './grid.tsx';
import type { MatchShows } from './match-shows.ts';
import { Problems, SignalMark, Waiting } from './connection-status.tsx';

type ScreenProps = {
  readonly view: ChannelView;
  readonly facts: Facts;
  readonly showOf: MatchShows['current'];
  /** What the director brings on air. */
  readonly aired: Aired;
  readonly follower: Follower;
  readonly channel: string;
};

export function Screen({ view, facts, showOf, aired, follower, channel }: ScreenProps) {
  const { state, rejection } = view;
  if (state === null) return <Waiting follower={follower} rejection={rejection} channel={channel} />;
  return (
    <>
      {isBoards(state) ? (
        <MatchGrid state={state} facts={facts} showOf={showOf} aired={aired} now={follower.now} />
      ) : (
        <Feed state={state} facts={facts} showOf={showOf} now={follower.now} />
      )}
      <Band now={follower.now} />
      <Problems />
      <SignalMark follower={follower} rejection={rejection} channel={channel} />
    </>
  );
}
