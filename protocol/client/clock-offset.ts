// How far the server's clock is from ours, from round trips. A sample says that the offset lies within half its round trip
// of the middle, so the quickest round trip of the last minutes knows best. A sample that cannot be true together with
// the best one means that our clock was set or slept: then only what came since counts.

type Sample = {
  readonly offsetMs: number;
  readonly rttMs: number;
  /** Our clock when the answer came, ms. */
  readonly at: number;
};

/** Samples older than this are forgotten, because clocks drift apart. */
const HOLD_MS = 300_000;
/** Two true samples may disagree by so much more than their round trips explain: drift, and a server clock that is slewed. */
const SLACK_MS = 100;

export type Offset = ReturnType<typeof openOffset>;

/** Collects round trips; all times in ms. */
export function openOffset() {
  let samples: readonly Sample[] = [];
  let best: Sample | null = null;

  return {
    /** Takes a request sent at `sentAt` and answered at `heardAt` (our clock) with the server's time in between. */
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
    /** Server time minus our time, ms; 0 as long as nothing is known. */
    offsetMs: (): number => best?.offsetMs ?? 0,
    /** The best round trip, ms; null as long as nothing is known. */
    rttMs: (): number | null => best?.rttMs ?? null,
  };
}
