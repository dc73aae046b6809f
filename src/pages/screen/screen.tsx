// What stands on a screen: the matches of its channel, and how sure it is of them.
import type { Followed, ScreenView } from './follow.ts';
import { MatchGrid } from './grid.tsx';
import { MatchList } from './list.tsx';
import { SignalMark, Waiting } from './signal.tsx';

export function Screen({ view, followed, channel }: { view: ScreenView; followed: Followed; channel: string }) {
  const { state, refusal } = view;
  if (state === null) return <Waiting followed={followed} refusal={refusal} channel={channel} />;
  return (
    <>
      {state.kind === 'game' || state.kind === 'match' ? (
        <MatchGrid state={state} now={followed.now} />
      ) : (
        <MatchList state={state} now={followed.now} />
      )}
      <SignalMark followed={followed} refusal={refusal} />
    </>
  );
}
