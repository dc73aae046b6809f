// Estimates the offset of the server's clock from ours. The true offset is within half a round trip of a sample's estimate,
// so the sample with the shortest round trip of the last minutes is the best. A sample that contradicts the best one means
// that our clock was set or slept: then only later samples count.

type Sample = {
  readonly offsetMs: number;
  readonly rttMs: number;
  /** Our clock when the answer came, ms. */
  readonly at: number;
};

/** Samples older than this are deleted, because clocks drift apart. */
const HOLD_MS = 300_000;
/** Two correct samples may differ by this much more than their round trips explain: clocks drift and are adjusted. */
const SLACK_MS = 100;

export type Offset = ReturnType<typeof openOffset>;

/** Collects round trips. All times are in ms. */
export function openOffset() {
  let samples: readonly Sample[] = [];
  let best: Sample | null = null;

  return {
    /** Adds a round trip from `sentAt` to `heardAt` (our clock) with the server's time in between. */
    take(sentAt: number, heardAt: number, serverTime: number): void {
      const rttMs = heardAt - sentAt;
      if (!(rttMs >= 0) || !Number.isFinite(serverTime)) return;
      const sample: Sample = { offsetMs: serverTime - (sentAt + heardAt) / 2, rttMs, at: heardAt };
      const known = best;
      const jumped =
        known !== null && Math.abs(sample.offsetMs - known.offsetMs) > (sample.rttMs + known.rttMs) / 2 + SLACK_MS;
      const fresh = jumped ? [] : samples.filter((old) => heardAt - old.at <= HOLD_MS);
      samples = [...fresh, sample];
      best = samples.reduce((winner, next) => (next.rttMs <= winner.rttMs ? next : winner), sample);
    },
    /** Server time minus our time, ms; 0 before the first sample. */
    offsetMs: (): number => best?.offsetMs ?? 0,
    /** The best round trip, ms; null before the first sample. */
    rttMs: (): number | null => best?.rttMs ?? null,
  };
}
