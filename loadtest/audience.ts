// The boards that watch one match: the position of each, and how long each update took to reach it.
import { openLatencies, type Latencies } from './figures.ts';

export type Audience = {
  /** For the socket with this number: reads a frame in place. */
  hear(board: number, bytes: Buffer, start: number, end: number): void;
  /** Moves the boards to another channel, at `seq`. */
  turnTo(channel: string, seq: number): void;
  /** Announces the update that takes the boards to `seq`. */
  expect(seq: number): void;
  /** Resolves when every board is at `seq`. */
  reached(seq: number): Promise<void>;
  /** Resolves when every board has received the snapshot of the channel. */
  seated(): Promise<void>;
  /** Since `turnTo`: from `expect` to each board. */
  readonly latencies: () => Latencies;
  /** Since `turnTo`: frames received by all boards together. */
  readonly frames: () => number;
  /** Since `turnTo`: deltas that did not continue at the board's position. */
  readonly gaps: () => number;
  /** The deltas that the first board received since `turnTo`. */
  readonly heard: () => readonly Buffer[];
};

const PATIENCE_MS = 20_000;
const QUOTE = 0x22;

/** An audience of `size` boards. */
export function openAudience(size: number): Audience {
  const seqs = new Int32Array(size);
  const sentAt = new Map<number, number>();
  let prefix = Buffer.alloc(0);
  let snapshotPrefix = Buffer.alloc(0);
  let latencies = openLatencies();
  let frames = 0;
  let gaps = 0;
  let seats = 0;
  let heard: Buffer[] = [];
  let target = { seq: 0, missing: 0, done: (): void => undefined };

  function isDelta(bytes: Buffer, start: number): boolean {
    return bytes.compare(prefix, 0, prefix.length, start, start + prefix.length) === 0;
  }

  function numberAt(bytes: Buffer, at: number): { value: number; end: number } {
    let value = 0;
    let end = at;
    for (let digit = bytes[end] ?? 0; digit >= 48 && digit <= 57; digit = bytes[++end] ?? 0)
      value = value * 10 + digit - 48;
    return { value, end };
  }

  return {
    hear(board, bytes, start, end) {
      if (!isDelta(bytes, start)) {
        if (bytes.compare(snapshotPrefix, 0, snapshotPrefix.length, start, start + snapshotPrefix.length) === 0)
          seats += 1;
        return;
      }
      frames += 1;
      if (board === 0) heard.push(Buffer.from(bytes.subarray(start, end)));
      const { value: seq, end: afterSeq } = numberAt(bytes, start + prefix.length);
      // `,"from":` follows if several updates came as one delta.
      const isJoined = bytes[afterSeq + 1] === QUOTE && bytes[afterSeq + 2] === 0x66;
      const from = isJoined ? numberAt(bytes, afterSeq + 8).value : seq - 1;
      const before = seqs[board] ?? 0;
      if (seq <= before) return;
      if (from !== before) gaps += 1;
      seqs[board] = seq;
      const now = performance.now();
      for (let covered = before + 1; covered <= seq; covered += 1) {
        const sent = sentAt.get(covered);
        if (sent !== undefined) latencies.add(now - sent);
      }
      if (before < target.seq && seq >= target.seq) {
        target.missing -= 1;
        if (target.missing === 0) target.done();
      }
    },
    turnTo(channel, seq) {
      prefix = Buffer.from(`{"type":"delta","channel":"${channel}","seq":`);
      snapshotPrefix = Buffer.from(`{"type":"snapshot","channel":"${channel}"`);
      seqs.fill(seq);
      sentAt.clear();
      latencies = openLatencies();
      frames = 0;
      gaps = 0;
      seats = 0;
      heard = [];
      target = { seq: 0, missing: 0, done: () => undefined };
    },
    expect(seq) {
      sentAt.set(seq, performance.now());
    },
    reached(seq) {
      return new Promise((resolve, reject) => {
        const missing = seqs.reduce((count, at) => count + (at < seq ? 1 : 0), 0);
        if (missing === 0) {
          resolve();
          return;
        }
        const patience = setTimeout(
          () => reject(new Error(`${target.missing} boards never came to ${seq}.`)),
          PATIENCE_MS,
        );
        const done = (): void => {
          clearTimeout(patience);
          resolve();
        };
        target = { seq, missing, done };
      });
    },
    async seated() {
      const giveUpAt = performance.now() + PATIENCE_MS;
      while (seats < size) {
        if (performance.now() > giveUpAt) throw new Error(`${size - seats} boards were sent no snapshot.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    latencies: () => latencies,
    frames: () => frames,
    gaps: () => gaps,
    heard: () => heard,
  };
}
