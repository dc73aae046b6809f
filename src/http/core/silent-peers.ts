// Finds addresses whose connections bring no request. One cause is a proxy that speaks HTTP/1.0: the library answers it 505 by itself, so
// its requests reach no handler and no log. Another is a client that calls a TLS port by http: the library closes its connection. The
// library tells the address of a connection when it opens, and nothing else about it.
import { canonicalAddress } from '../../ops/address.ts';
import type { Logger } from '../../ops/logger.ts';
import { openLookout } from '../../ops/lookout.ts';

/** Connections of an address within a minute that are reported, if no request came over any of them. */
export const SILENT_CONNECTIONS = 10;
/** Time for the request of the last one, ms. */
const QUIET_MS = 2_000;
/** Addresses that are counted at once. Others are not. */
export const PEERS_MAX = 1_000;
/** Lines an hour, each about another address. */
export const REPORTS_MAX = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type SilentPeers = {
  /** A connection of this address has opened. */
  opened(peer: string): void;
  /** A request came. `peer` is called only while the answer matters. */
  requested(peer: () => string): void;
  end(): void;
};

/** `isTls`: the server speaks https only; the library closes a connection that brings http. */
export function openSilentPeers(logger: Pick<Logger, 'warn'>, isTls = false): SilentPeers {
  /** Connections in this minute, of addresses that sent no request in it. */
  const silent = new Map<string, number>();
  /** Addresses that sent one, after they opened a connection in this minute. */
  const heard = new Set<string>();
  /** Addresses to report, and since when. */
  const suspects = new Map<string, number>();
  const reported = new Set<string>();
  let minuteBegan = -Infinity;
  let hourBegan = -Infinity;

  const lookout = openLookout(QUIET_MS, () => {
    for (const [peer, since] of suspects) {
      if (performance.now() - since < QUIET_MS) continue;
      suspects.delete(peer);
      report(peer);
    }
    return suspects.size > 0;
  });

  function report(peer: string): void {
    if (performance.now() - hourBegan >= HOUR_MS) {
      hourBegan = performance.now();
      reported.clear();
    }
    if (reported.has(peer) || reported.size >= REPORTS_MAX) return;
    reported.add(peer);
    logger.warn(
      { address: canonicalAddress(peer) ?? peer },
      `No request came over ${SILENT_CONNECTIONS} connections of one address. ` +
        (isTls ? 'A client that comes by http gets no answer: let it come by https, as TLS_CERT_FILE is set. ' : '') +
        'A proxy that speaks HTTP/1.0 is answered 505: let it speak HTTP/1.1, as the samples in docs/deploy do. ' +
        'A health check that only connects does no harm: let it ask for /healthz.',
    );
  }

  return {
    opened(peer) {
      if (performance.now() - minuteBegan >= MINUTE_MS) {
        minuteBegan = performance.now();
        silent.clear();
        heard.clear();
      }
      const before = silent.get(peer) ?? 0;
      if (heard.has(peer) || (before === 0 && silent.size >= PEERS_MAX)) return;
      silent.set(peer, before + 1);
      if (before + 1 !== SILENT_CONNECTIONS) return;
      suspects.set(peer, performance.now());
      lookout.begin();
    },
    requested(peer) {
      if (silent.size + suspects.size === 0) return;
      const address = peer();
      suspects.delete(address);
      if (silent.delete(address) && heard.size < PEERS_MAX) heard.add(address);
    },
    end: lookout.end,
  };
}
