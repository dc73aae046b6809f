// Both nodes restarted one after the other, as a deployment does, under load: each ends in time, and each screen comes back
// once per restart of the node that it was on.
import { eventually } from './processes.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './round.ts';

const DRAIN_WITHIN_MS = 10_000;
const BACK_WITHIN_MS = 10_000;

export async function rollingRestart(stage: Stage): Promise<void> {
  const { cluster, screens, progress, violate } = stage;
  for (const node of cluster.nodes) {
    await allLive(screens);
    const before = screens.map((screen) => ({
      screen,
      on: screen.proxy.reached.at(-1),
      times: screen.proxy.reached.length,
    }));
    const { code, ms } = await node.drain();
    if (code !== 0)
      violate({ kind: 'drain', what: `Node ${node.name} ended with ${String(code)} when it was drained.` });
    if (ms > DRAIN_WITHIN_MS) violate({ kind: 'drain', what: `Node ${node.name} took ${Math.round(ms)} ms to drain.` });
    await node.start();
    await progress(20);
    await allLive(screens);
    for (const { screen, on, times } of before) {
      const came = screen.proxy.reached.length - times;
      const meant = on === node.name ? 1 : 0;
      if (came === meant) continue;
      violate({ kind: 'drain', what: `${screen.name} connected ${came} times for ${meant} restarts of its node.` });
    }
  }
}

const allLive = (screens: readonly Screen[]): Promise<void> =>
  eventually(
    async () => {
      const away = screens.filter((screen) => screen.client.status().state !== 'live').map(({ name }) => name);
      if (away.length > 0) throw new Error(`${away.join(', ')} not live`);
    },
    BACK_WITHIN_MS,
    'Every screen live',
  );
