// Limits the live connections of a node, in all and for one address, and the handshakes of an address (rules LIMIT-6, LIMIT-10).
import { type LimitPolicy, Problem, rateLimited, shuttingDown } from '../ops/problem.ts';
import { bucketPolicy, openBuckets } from '../ops/token-bucket.ts';

/** Maximum number of open connections of one address without a credential. */
const UNIDENTIFIED_MAX = 256;
/** Handshakes of one address: all its connections may come back at once. */
const HANDSHAKES_PER_SECOND = 1_000;
const HANDSHAKES_BURST_MIN = 2_000;
/** Maximum number of addresses whose handshakes are counted. The least recently used one is removed first. */
const NETWORKS_MAX = 50_000;

export type AdmissionDeps = {
  readonly isDraining: () => boolean;
  /** Maximum number of live connections. 0: no limit. */
  readonly maxConnections: number;
  /** The same of one address (IPv6: one /64). 0: no limit. */
  readonly maxPerAddress: number;
  /** ms from any start. It must not go back. */
  readonly now?: () => number;
};

/** The slot of one connection, from its handshake to its end. */
export type ConnectionSlot = {
  /** The peer has shown a credential. */
  identified(): void;
  /** Frees the slot. A second call has no effect. */
  release(): void;
};

export type Admission = {
  /** Reserves a slot for a connection from `network`. Returns the reason when there is none. */
  reserve(network: string, hasCredential: boolean): ConnectionSlot | Problem;
  /** The answer that `reserve` would give instead of a slot; null if there is one. */
  problemFor(network: string, hasCredential: boolean): Problem | null;
  /** Counts a handshake of `network`. Returns Problem 429 when it has made too many. */
  countHandshake(network: string): Problem | null;
  /** Number of slots in use. */
  count(): number;
};

type Used = { all: number; unidentified: number };
const NONE: Readonly<Used> = { all: 0, unidentified: 0 };

const FULL = new Problem(503, 'This server has reached its maximum of live connections.', {
  code: 'busy',
  hint: 'Connect again after Retry-After seconds, or poll GET /api/v1/live/{channel}.',
  headers: { 'retry-after': '5' },
});
const tooMany = (error: string, policy: LimitPolicy): Problem =>
  rateLimited(error, {
    policy,
    hint: 'Connect again after Retry-After seconds, or poll GET /api/v1/live/{channel}.',
    seconds: 5,
  });
const TOO_MANY_UNIDENTIFIED = tooMany('This address has too many live connections without a credential.', {
  name: 'connections-without-credential',
  quota: UNIDENTIFIED_MAX,
});

export function openAdmission({ isDraining, maxConnections, maxPerAddress, now }: AdmissionDeps): Admission {
  const used = new Map<string, Used>();
  const handshakes = { perSecond: HANDSHAKES_PER_SECOND, burst: Math.max(HANDSHAKES_BURST_MIN, maxPerAddress) };
  const takeHandshake = openBuckets(handshakes, NETWORKS_MAX, now);
  const tooManyOpen = tooMany('This address has too many live connections.', {
    name: 'connections',
    quota: maxPerAddress,
  });
  const tooManyHandshakes = tooMany(
    'This address opens live connections too fast.',
    bucketPolicy('handshakes', handshakes),
  );
  let all = 0;

  function problemFor({ all: own, unidentified }: Readonly<Used>, hasCredential: boolean): Problem | null {
    if (isDraining()) return shuttingDown('Connect again after Retry-After seconds.');
    if (maxConnections > 0 && all >= maxConnections) return FULL;
    if (maxPerAddress > 0 && own >= maxPerAddress) return tooManyOpen;
    if (hasCredential || unidentified < UNIDENTIFIED_MAX) return null;
    return TOO_MANY_UNIDENTIFIED;
  }

  return {
    countHandshake(network) {
      if (maxPerAddress === 0) return null;
      return takeHandshake(network) > 0 ? tooManyHandshakes : null;
    },
    problemFor: (network, hasCredential) => problemFor(used.get(network) ?? NONE, hasCredential),
    reserve(network, hasCredential) {
      const own = used.get(network) ?? { all: 0, unidentified: 0 };
      const reason = problemFor(own, hasCredential);
      if (reason) return reason;
      used.set(network, own);
      all += 1;
      own.all += 1;
      let isUnidentified = !hasCredential;
      let isOpen = true;
      if (isUnidentified) own.unidentified += 1;
      function identified(): void {
        if (isUnidentified) own.unidentified -= 1;
        isUnidentified = false;
      }
      return {
        identified,
        release() {
          if (!isOpen) return;
          isOpen = false;
          identified();
          all -= 1;
          own.all -= 1;
          if (own.all === 0) used.delete(network);
        },
      };
    },
    count: () => all,
  };
}
