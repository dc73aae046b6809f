// A token is revoked while a screen uses it: within 5 seconds the screen is closed, and no node accepts the token.
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { ClusterNode } from './node.ts';
import { eventually } from './processes.ts';
import type { Stage } from './round.ts';
import { openScreen, type Screen } from './screens.ts';

const HOUR_MS = 3_600_000;
const GONE_WITHIN_MS = 5_000;
/** The time that the test's own checks take, ms. */
const MARGIN_MS = 500;

/** `unheard`: no message of Redis reaches a node during it, and each node's clock is set back by an hour. */
export async function revokedToken(stage: Stage, unheard: boolean): Promise<void> {
  const { cluster, world, random, violate } = stage;
  await cluster.importData(world.admission);
  const visitors = await Promise.all(
    cluster.nodes.map((node) =>
      openScreen({
        name: `visitor of ${node.name}`,
        channels: world.clubChannels,
        token: world.visitorToken,
        targets: node.target,
        random,
      }),
    ),
  );
  try {
    await eventually(async () => visitors.forEach(refuseEmpty), 10_000, 'A visitor is shown something');
    for (const node of cluster.nodes) if (unheard) disturb(node);
    await cluster.importData(world.revocation);
    const gone = Promise.all([
      ...visitors.map((visitor) => sentAway(visitor)),
      ...cluster.nodes.map((_, index) => refused(index)),
    ]);
    await gone;
  } catch (error) {
    violate({ kind: 'revocation', what: error instanceof Error ? error.message : String(error) });
  } finally {
    for (const node of cluster.nodes) {
      node.setDeaf(false);
      node.setClock(0);
    }
    await Promise.all(visitors.map((visitor) => visitor.close()));
  }

  async function refused(index: number): Promise<void> {
    const node = cluster.nodes[index];
    const url = `${node?.url() ?? ''}${API_ROOT}/live/${world.clubChannels[0] ?? ''}`;
    await eventually(
      async () => {
        const { status } = await fetch(url, { headers: { authorization: `Bearer ${world.visitorToken}` } });
        if (status !== 401) throw new Error(`it answers ${status}`);
      },
      GONE_WITHIN_MS + MARGIN_MS,
      `Node ${node?.name ?? ''} refuses the revoked token`,
    );
  }
}

function disturb(node: ClusterNode): void {
  node.setDeaf(true);
  node.setClock(-HOUR_MS);
}

function refuseEmpty(screen: Screen): void {
  if (screen.watched.some(({ shown }) => shown.length === 0)) throw new Error(`${screen.name} shows nothing yet`);
}

const sentAway = (screen: Screen): Promise<void> =>
  eventually(
    async () => {
      if (!screen.refused.includes('revoked'))
        throw new Error(`${screen.name} is still ${screen.client.status().state}`);
    },
    GONE_WITHIN_MS + MARGIN_MS,
    `${screen.name} is sent away`,
  );
