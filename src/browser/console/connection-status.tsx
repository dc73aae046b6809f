// The connection label: ONLINE, OFFLINE – 3 SAVED HERE, SYNCING, CONNECTING.
import type { SenderState } from './sender.ts';
import { airWords, words } from './console-words.ts';

type Signal = { readonly kind: 'online' | 'offline' | 'syncing' | 'signed_out'; readonly text: string };

/** `waiting`: the number of entries, of any match, that the server does not have yet. */
export function signalOf(now: {
  readonly waiting: number;
  readonly isOnline: boolean;
  readonly isLinked: boolean;
  /** The first connection is not open yet, and has not taken long. */
  readonly isConnecting: boolean;
  /** The token is valid, but not for this match. */
  readonly isRefused: boolean;
  readonly sending: SenderState;
}): Signal {
  const { waiting, isOnline, isLinked, isConnecting, isRefused, sending } = now;
  const saved = waiting === 0 ? '' : ` – ${words.savedHere(waiting)}`;
  if (sending === 'signed_out') return { kind: 'signed_out', text: words.signInAgain + saved };
  if (isRefused) return { kind: 'signed_out', text: words.noAccess + saved };
  const hasFailed = !isOnline || (waiting > 0 && sending === 'waiting');
  if (isConnecting && !hasFailed) return { kind: 'syncing', text: airWords.connecting + saved };
  if (!isLinked || hasFailed) return { kind: 'offline', text: words.offline + saved };
  return waiting > 0 ? { kind: 'syncing', text: words.syncing } : { kind: 'online', text: words.online };
}

export function SignalLine({ signal, refused, onSignIn }: { signal: Signal; refused: number; onSignIn: () => void }) {
  return (
    <div class={`signal ${signal.kind}`} role="status" data-testid="signal">
      {signal.kind === 'signed_out' ? (
        <button class="signal-button" onClick={onSignIn}>
          {signal.text}
        </button>
      ) : (
        <span>{signal.text}</span>
      )}
      {refused > 0 && <span class="refused-count">{words.refusedCount(refused)}</span>}
    </div>
  );
}
