// Resolves names without the threads that `lookup` of Node.js uses. It has two of them for the whole process: a name whose servers are
// silent holds one for 10 seconds, and the names of the database and of Redis wait behind it (rule HOOK-8).
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** The second try waits twice as long; together they take about as long as the attempt of a message. ms. */
const TIMES = { timeout: 1_500, tries: 2 };

/** All addresses of a name. `servers`: in place of those of the system. Throws an Error. */
export function openResolve(servers?: readonly string[]): (name: string) => Promise<LookupAddress[]> {
  return async (name) => {
    // A new one for each look-up: it reads the name servers of the system once, and these may change.
    const resolver = new Resolver(TIMES);
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}
