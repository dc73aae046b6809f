// What stands on a screen: the matches of its channel, and how sure it is of them.
import { isBoards } from '../lib/happenings.ts';
import type { ChannelView, Watched } from '../lib/view.ts';
import { MatchGrid } from './grid.tsx';
import { MatchList } from './list.tsx';
import { SignalMark, Waiting } from './signal.tsx';

export function Screen({ view, watched, channel }: { view: ChannelView; watched: Watched; channel: string }) {
  const { state, refusal } = view;
  if (state === null) return <Waiting watched={watched} refusal={refusal} channel={channel} />;
  return (
    <>
      {isBoards(state) ? <MatchGrid state={state} now={watched.now} /> : <MatchList state={state} now={watched.now} />}
      <SignalMark watched={watched} refusal={refusal} channel={channel} />
    </>
  );
}
