// The boards that watch some channels: the position of each, how long each update took to reach it, and each mistake of a delivery.
import { openLatencies, type Latencies } from './figures.ts';

/** Deltas that never came, came again, or came after a later one. All must be 0. */
export type Mistakes = { readonly lost: number; readonly repeated: number; readonly disordered: number };

/** The heads of these figures in a table. */
export const MISTAKE_COLUMNS = { lost: 'lost', repeated: 'repeated', disordered: 'disordered' };

export type Audience = {
  /** For the socket with this number: reads a frame in place. */
  hear(board: number, bytes: Buffer, start: number, end: number): void;
  /** Moves the boards to other channels, in turn: board 0 to the first, board 1 to the second … */
  turnTo(channels: readonly string[]): void;
  /** Resolves when every board has received the snapshot of its channel. */
  seated(): Promise<void>;
  /** Announces the next update of the channel with this place, at a time of `performance.now()`. Returns its seq. */
  expect(channel?: number, at?: number): number;
  /**
   * Resolves when every announced update has reached its boards. After 20 seconds the missing ones count as lost. Then the
   * measurement has failed, and later calls wait for 1 second only.
   */
  delivered(): Promise<void>;
  /** Begins new latencies. */
  resetLatencies(): void;
  /** Since `turnTo` or `resetLatencies`: from `expect` to each board. */
  readonly latencies: () => Latencies;
  /** Since `turnTo`: deltas received by all boards together. */
  readonly frames: () => number;
  /** Since `turnTo`. */
  readonly mistakes: () => Mistakes;
  /** Bytes of the deltas that the first board received since `turnTo`, one by one. */
  readonly heard: () => readonly number[];
  /** Bytes of its snapshot. */
  readonly snapshotBytes: () => number;
};

const PATIENCE_MS = 20_000;
const FAILED_PATIENCE_MS = 1_000;
const QUOTE = 0x22;
const HEAD_BYTES = 160;

/** One channel with its announced updates: update `base + 1 + n` was announced at `announcedAt[n]`. */
type Watched = {
  readonly delta: Buffer;
  readonly snapshot: Buffer;
  boards: number;
  base: number | null;
  readonly announcedAt: number[];
};

/** An audience of `size` boards. */
export function openAudience(size: number): Audience {
  const seqs = new Int32Array(size);
  let channels: readonly Watched[] = [];
  let latencies = openLatencies();
  let frames = 0;
  let mistakes = { lost: 0, repeated: 0, disordered: 0 };
  /** Deliveries that were announced and have not come. */
  let outstanding = 0;
  let done = (): void => undefined;
  let unseated = 0;
  let seatedAll = (): void => undefined;
  let heard: number[] = [];
  let snapshotBytes = 0;

  const watchedBy = (board: number): Watched | undefined => channels[board % channels.length];
  const newest = ({ base, announcedAt }: Watched): number => (base ?? 0) + announcedAt.length;

  function sit(board: number, watched: Watched, bytes: Buffer, start: number, end: number): void {
    const head = bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES));
    const seq = Number(/"seq":(\d+)/.exec(head)?.[1] ?? NaN);
    const before = seqs[board] ?? 0;
    seqs[board] = seq;
    if (board === 0) snapshotBytes = end - start;
    if (before >= 0) {
      // A board that was too slow gets a snapshot in place of its deltas. No update is missing, and none is measured.
      outstanding -= Math.max(0, Math.min(seq, newest(watched)) - before);
      if (outstanding === 0) done();
      return;
    }
    watched.base ??= seq;
    unseated -= 1;
    if (unseated === 0) seatedAll();
  }

  function advance(board: number, watched: Watched, before: number, seq: number): void {
    const { announcedAt } = watched;
    const base = watched.base ?? 0;
    const now = performance.now();
    for (let covered = before + 1; covered <= seq; covered += 1) {
      const announced = announcedAt[covered - base - 1];
      if (announced === undefined) continue;
      latencies.add(now - announced);
      outstanding -= 1;
    }
    seqs[board] = seq;
    if (outstanding === 0) done();
  }

  return {
    hear(board, bytes, start, end) {
      const watched = watchedBy(board);
      if (!watched) return;
      if (!startsWith(bytes, start, end, watched.delta)) {
        if (startsWith(bytes, start, end, watched.snapshot)) sit(board, watched, bytes, start, end);
        return;
      }
      const before = seqs[board] ?? 0;
      // A delta of the last measurement: the board has not joined again.
      if (before < 0) return;
      frames += 1;
      if (board === 0) heard.push(end - start);
      const { value: seq, end: afterSeq } = numberAt(bytes, start + watched.delta.length);
      // `,"from":` follows if several updates came as one delta.
      const isJoined = bytes[afterSeq + 1] === QUOTE && bytes[afterSeq + 2] === 0x66;
      const from = isJoined ? numberAt(bytes, afterSeq + 8).value : seq - 1;
      if (seq === before) mistakes.repeated += 1;
      else if (seq < before) mistakes.disordered += 1;
      else {
        if (from > before) mistakes.lost += from - before;
        if (from < before) mistakes.repeated += before - from;
        advance(board, watched, before, seq);
      }
    },
    turnTo(names) {
      channels = names.map((name) => ({
        delta: Buffer.from(`{"type":"delta","channel":"${name}","seq":`),
        snapshot: Buffer.from(`{"type":"snapshot","channel":"${name}"`),
        boards: 0,
        base: null,
        announcedAt: [],
      }));
      for (let board = 0; board < size; board += 1) {
        const watched = watchedBy(board);
        if (watched) watched.boards += 1;
      }
      seqs.fill(-1);
      latencies = openLatencies();
      frames = 0;
      mistakes = { lost: 0, repeated: 0, disordered: 0 };
      outstanding = 0;
      unseated = size;
      heard = [];
    },
    async seated() {
      if (unseated === 0) return;
      await inTime(
        (resolve) => {
          seatedAll = resolve;
        },
        () => {
          throw new Error(`${unseated} boards were sent no snapshot.`);
        },
      );
    },
    expect(channel = 0, at = performance.now()) {
      const watched = channels[channel];
      if (!watched) throw new Error(`There is no channel ${channel}.`);
      watched.announcedAt.push(at);
      outstanding += watched.boards;
      return newest(watched);
    },
    async delivered() {
      if (outstanding <= 0) return;
      await inTime(
        (resolve) => {
          done = resolve;
        },
        () => {
          mistakes.lost += outstanding;
          outstanding = 0;
        },
        mistakes.lost > 0 ? FAILED_PATIENCE_MS : PATIENCE_MS,
      );
      done = () => undefined;
    },
    resetLatencies() {
      latencies = openLatencies();
    },
    latencies: () => latencies,
    frames: () => frames,
    mistakes: () => ({ ...mistakes }),
    heard: () => heard,
    snapshotBytes: () => snapshotBytes,
  };
}

/** Waits until the given function is called, and else calls `late`. */
async function inTime(
  arm: (resolve: () => void) => void,
  late: () => void,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isInTime = await Promise.race([
    new Promise<true>((resolve) => arm(() => resolve(true))),
    new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), patienceMs);
    }),
  ]);
  clearTimeout(timer);
  if (!isInTime) late();
}

const startsWith = (bytes: Buffer, start: number, end: number, prefix: Buffer): boolean =>
  end - start >= prefix.length && bytes.compare(prefix, 0, prefix.length, start, start + prefix.length) === 0;

function numberAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  let end = at;
  for (let digit = bytes[end] ?? 0; digit >= 48 && digit <= 57; digit = bytes[++end] ?? 0)
    value = value * 10 + digit - 48;
  return { value, end };
}

export const noMistakes: Mistakes = { lost: 0, repeated: 0, disordered: 0 };

export const addMistakes = (a: Mistakes, b: Mistakes): Mistakes => ({
  lost: a.lost + b.lost,
  repeated: a.repeated + b.repeated,
  disordered: a.disordered + b.disordered,
});

/** Throws if there are any. */
export function checkMistakes(scenario: string, { lost, repeated, disordered }: Mistakes): void {
  if (lost + repeated + disordered > 0)
    throw new Error(`${scenario}: ${lost} deliveries lost, ${repeated} repeated, ${disordered} disordered.`);
}
