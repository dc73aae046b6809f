// The form of a message on Redis: `sender number mac body`. The MAC covers the channel too, so a message is valid on its own
// channel only. Each sender numbers its messages, so that a replayed one is detected (rule LIVE-9).
import { boundedMap } from '../ops/bounded-map.ts';
import type { RelayDrop } from '../ops/counters.ts';
import { takeToken, type TokenBucket } from '../ops/token-bucket.ts';

/** Signs and verifies texts; every node of an installation has the same key. */
export type Signing = {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, mac: string) => boolean;
};

/** Maximum number of senders and channels in memory. The one that was silent for longest is removed first. */
const REMEMBERED_MAX = 50_000;
/** Texts of this node that it expects back. One that was removed is verified when it comes back. */
const EXPECTED_MAX = 100;

/** Characters of a message. An HMAC over more would hold up the event loop for a client of Redis that knows no secret. */
export const TEXT_MAX = 1_024 * 1_024;

/** `self`: the id of this process, without a space. */
export function openEnvelopes(self: string, signing: Signing) {
  /** The last number by sender and channel. */
  const last = boundedMap<string, number>(REMEMBERED_MAX);
  /** The texts that come back, by number. */
  const expected = new Map<number, { readonly channel: string; readonly text: string }>();
  const own = `${self} `;
  let sent = 0;

  return {
    /** The text that `sign` made last will come back, because this node follows the channel. */
    expectBack(channel: string, text: string): void {
      expected.set(sent, { channel, text });
      if (expected.size <= EXPECTED_MAX) return;
      const [oldest] = expected.keys();
      if (oldest !== undefined) expected.delete(oldest);
    },
    /** Whether this is the text that was expected: then it needs no HMAC. True once for each. */
    cameBack(channel: string, text: string): boolean {
      if (!text.startsWith(own)) return false;
      const number = Number(text.slice(own.length, text.indexOf(' ', own.length)));
      const one = expected.get(number);
      if (one?.text !== text || one.channel !== channel) return false;
      expected.delete(number);
      last.set(`${own}${channel}`, number);
      return true;
    },
    /** Whether this node sent a text that was verified. */
    isOwn: (text: string): boolean => text.startsWith(own),
    /** The text to publish: the body with its sender, number and MAC. */
    sign(channel: string, body: string): string {
      sent += 1;
      const signed = `${self} ${sent} ${channel} ${body}`;
      return `${self} ${sent} ${signing.sign(signed)} ${body}`;
    },
    /** The body of a text that came on the channel, or why it is dropped. */
    verify(channel: string, text: string): { readonly body: string } | RelayDrop {
      if (text.length > TEXT_MAX) return 'forged';
      const parts = /^(\S+) (\d{1,15}) (\S+) /.exec(text);
      if (parts === null) return 'forged';
      const [head, sender = '', number = '', mac = ''] = parts;
      const body = text.slice(head.length);
      if (!signing.verify(`${sender} ${number} ${channel} ${body}`, mac)) return 'forged';
      const from = `${sender} ${channel}`;
      const isOld = Number(number) <= (last.get(from) ?? 0);
      if (isOld) return 'replayed';
      last.set(from, Number(number));
      return { body };
    },
  };
}

/** At most 10 lines at once and 10 a minute: a client of Redis must not be able to fill the log. */
const LINES = { perSecond: 1 / 6, burst: 10 };

/** Whether a line may be logged now. */
export function openLineLimit(): () => boolean {
  const bucket: TokenBucket = { left: LINES.burst, at: performance.now() };
  return () => takeToken(bucket, LINES, performance.now()) >= 0;
}
