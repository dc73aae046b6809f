// A live channel in React: one client for the page, a hook for each component.
import type { ChannelState, Client, ChannelUpdate } from '@touchline/client';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** What a component sees: the state once there is one, or why there is none. */
export type Shown = { readonly state: ChannelState | null; readonly refusal: string | null };

const NOTHING: Shown = { state: null, refusal: null };

const shownBy = (update: ChannelUpdate, before: Shown): Shown =>
  update.kind === 'state' ? { state: update.state, refusal: null } : { state: before.state, refusal: update.message };

/** Follows `channel` while the component is there. Parts of the state that do not change keep their identity. */
export function useChannel(client: Client, channel: string): Shown {
  const shown = useRef({ channel, value: NOTHING });
  if (shown.current.channel !== channel) shown.current = { channel, value: NOTHING };
  const subscribe = useCallback(
    (onChange: () => void) =>
      client.subscribe(channel, (update) => {
        shown.current = { channel, value: shownBy(update, shown.current.value) };
        onChange();
      }),
    [client, channel],
  );
  return useSyncExternalStore(subscribe, () => shown.current.value);
}

/** The score of a match: an example of its use. */
export function Score({ client, channel }: { readonly client: Client; readonly channel: string }) {
  const { state, refusal } = useChannel(client, channel);
  if (refusal !== null) return <p>{refusal}</p>;
  if (state === null) return <p>…</p>;
  return (
    <ul>
      {Object.entries(state.matches).map(([id, { home, away, score }]) => (
        <li key={id}>
          {home.name} {score.home ?? '-'}:{score.away ?? '-'} {away?.name}
        </li>
      ))}
    </ul>
  );
}
