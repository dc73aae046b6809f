// The connection label: ONLINE, OFFLINE – 3 SAVED HERE, SYNCING, CONNECTING.
import { useEffect, useState } from 'preact/hooks';
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

type Shown = {
  readonly signal: Signal;
  /** The number of entries that the server refused. */
  readonly refused: number;
};

export function SignalLine({ signal, refused, onSignIn }: Shown & { onSignIn: () => void }) {
  return (
    <div class={`signal ${signal.kind}`} data-testid="signal">
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

/** An entry that is sent within this time changes nothing in what is announced: its own message says that it is recorded, ms. */
const SENT_SOON_MS = 2_000;

/** What screen readers announce of the connection: each new state, but not that entries are sent and the phone is online again. */
export function SignalNews({ signal, refused }: Shown) {
  const [news, setNews] = useState('');
  const text = refused > 0 ? `${signal.text} – ${words.refusedCount(refused)}` : signal.text;
  const isSyncing = signal.kind === 'syncing';
  useEffect(() => {
    if (!isSyncing) {
      setNews(text);
      return;
    }
    const timer = setTimeout(() => setNews(text), SENT_SOON_MS);
    return () => clearTimeout(timer);
  }, [text, isSyncing]);
  return (
    <p class="unseen" role="status">
      {news}
    </p>
  );
}
