// The live state of the match, and the server's time.
import type { BoardState } from '../../../protocol/wire/board.ts';
import { type Client, connect } from '../../../protocol/client/client.ts';
import { isEdit } from '../../../protocol/wire/edits.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { liveUrl, sha256Hex } from '../shared/follow.ts';
import { openSteadyClock } from '../shared/steady-clock.ts';
import type { EntryProblem } from './outbox-entry.ts';

export type Link =
  | { readonly state: 'connecting' | 'live' | 'stale' }
  /** The token is no longer accepted. */
  | { readonly state: 'signed_out' }
  /** The token is valid, but not for this match. */
  | { readonly state: 'refused'; readonly problem: EntryProblem };

type LiveOptions = {
  readonly token: string;
  readonly channel: string;
  /** The offset measured last time. It is used until the server answers. */
  readonly offsetMs: number;
  readonly onLink: (link: Link) => void;
  readonly onState: (state: BoardState) => void;
  /** Names or line-ups changed, or may have. */
  readonly onEdited: () => void;
};

export function openLive(options: LiveOptions) {
  const steadyNow = openSteadyClock();
  let offsetMs = options.offsetMs;
  let isOver = false;
  /** The client has measured the server's time. An error that it got before has none. */
  let isMeasured = false;
  let client: Client | null = open();

  function open(): Client {
    isMeasured = false;
    const opened = connect({
      url: liveUrl(location, API_ROOT),
      token: options.token,
      // The phone's clock may be set back during a match.
      now: steadyNow,
      sha256: sha256Hex,
      onStatus(status) {
        if (status.state === 'live') isMeasured = true;
        if (status.state !== 'closed') options.onLink({ state: status.state });
        else if (status.reason !== 'stopped') stopWith({ state: 'signed_out' });
      },
    });
    opened.subscribe(options.channel, (update) => {
      if (update.kind === 'refused') {
        stopWith({ state: 'refused', problem: { status: 403, error: update.message, hint: update.hint } });
      } else if (update.state.kind === 'game' || update.state.kind === 'match') {
        options.onState(update.state);
        // A snapshot does not say what was edited before it, while the phone was away.
        const { cause } = update;
        if (cause.length === 0 || isEdit(cause)) options.onEdited();
      }
    });
    return opened;
  }

  function stopWith(link: Link): void {
    isOver = true;
    options.onLink(link);
  }

  /** The server's time minus the phone's, ms. Stores what the client measured, so that it outlives the client. */
  function measureOffset(): number {
    if (client !== null && isMeasured) offsetMs = client.now() - Date.now();
    return offsetMs;
  }

  return {
    /** The server's time, ms since 1970: measured now, or computed from the last measured offset. */
    now: (): number => Date.now() + measureOffset(),
    offsetMs: measureOffset,
    /** Reconnects at once, without waiting for the back-off. */
    reconnect(): void {
      if (isOver || client?.status().state === 'live') return;
      measureOffset();
      client?.close();
      client = open();
    },
    stop(): void {
      measureOffset();
      client?.close();
      client = null;
    },
  };
}
