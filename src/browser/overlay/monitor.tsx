// Messages for the operator, not for the audience: the connection, refused parameters, missing data.
import { useTick } from '../shared/tick.ts';
import type { Follower } from '../shared/channel-view.ts';

export function Monitor({ follower, lines, delay }: { follower: Follower; lines: readonly string[]; delay: number }) {
  const silent = useTick(() => Math.floor(follower.silentMs() / 1_000));
  const wait = useTick(() => {
    const ms = follower.waitMs();
    return ms === null ? null : Math.ceil(ms / 1_000);
  });
  return (
    <aside class={silent >= 10 ? 'monitor bad' : 'monitor'} data-testid="monitor">
      <p>
        {silent >= 10 ? `No signal for ${silent} s` : 'Connected'}
        {delay > 0 && ` · delay ${delay} s`}
        {wait !== null && ` · starts in ${wait} s`}
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </aside>
  );
}
