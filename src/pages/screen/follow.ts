// A screen's way to its channel. Nobody stands beside a screen to press reload: whatever happens, it tries again.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChannelState } from '../../../protocol/board.ts';
import { type Client, connect } from '../../../protocol/client.ts';

/** Why there is nothing to show, in words. */
export type ScreenRefusal = { readonly title: string; readonly message: string; readonly hint: string | null };

export type ScreenView = {
  /** The newest state; stays when the connection or the right to read is lost. */
  readonly state: ChannelState | null;
  readonly refusal: ScreenRefusal | null;
};

export type Followed = {
  /** The server's time, ms since 1970. */
  now(): number;
  /** ms since the last sign of life that means the picture is true; since the start when there was none. */
  silentMs(): number;
};

/** A refused token is tried again so often: it may have been put right, and the screen is out of reach. */
const REFUSED_RETRY_MS = 60_000;

/** Follows `channel` for ever and calls `onView` with what is to be shown. */
export function followScreen(options: {
  readonly url: string;
  readonly token: string;
  readonly channel: string;
  readonly onView: (view: ScreenView) => void;
}): Followed {
  const { channel, onView } = options;
  const startedAt = performance.now();
  let view: ScreenView = { state: null, refusal: null };
  let client = open();

  function open(): Client {
    const opened = connect({
      url: options.url,
      token: options.token,
      sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
      onStatus(status) {
        if (status.state !== 'closed' || status.reason === 'stopped') return;
        refuse({ title: REASONS[status.reason], message: status.message, hint: status.hint });
      },
    });
    opened.subscribe(channel, (update) => {
      if (update.kind === 'state') show({ state: update.state, refusal: null });
      else refuse({ title: `This screen cannot show ${channel}`, message: update.message, hint: update.hint });
    });
    return opened;
  }

  function refuse(refusal: ScreenRefusal): void {
    show({ ...view, refusal });
    setTimeout(() => {
      client.close();
      client = open();
    }, REFUSED_RETRY_MS);
  }
  function show(next: ScreenView): void {
    view = next;
    onView(view);
  }

  return {
    now: () => client.now(),
    silentMs: () => client.silentMs(channel) ?? performance.now() - startedAt,
  };
}

const REASONS = {
  unauthorized: 'The token in this address is not accepted',
  revoked: 'The token in this address was revoked',
  expired: 'The token in this address has expired',
} as const;
