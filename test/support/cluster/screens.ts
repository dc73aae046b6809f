// Scoreboards on the subscriber client. Each has its own network, which can fail, and remembers every state that it showed.
import { WebSocket } from 'ws';
import { type Client, connect } from '../../../protocol/client/client.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Position, Watched } from './history.ts';
import type { Random } from './random.ts';
import { openFaultyProxy, type Target, type FaultyProxy } from './faulty-proxy.ts';

export type Screen = {
  readonly name: string;
  readonly proxy: FaultyProxy;
  readonly client: Client;
  readonly watched: readonly Watched[];
  /** The newest state that it shows of a channel. */
  newest(channel: string): Position | undefined;
  /** How often it was without its server after the first welcome. */
  interruptions(): number;
  /** Refused channels, with the reason. */
  readonly refused: readonly string[];
  close(): Promise<void>;
};

export async function openScreen(options: {
  readonly name: string;
  readonly channels: readonly string[];
  readonly token: string;
  /** The nodes that take connections now. */
  readonly targets: () => readonly Target[];
  readonly random: Random;
}): Promise<Screen> {
  const { name, channels, token, random } = options;
  // Any node, as a load balancer chooses; the next one when it does not answer.
  const proxy = await openFaultyProxy(() => shuffled(options.targets(), random));
  const refused: string[] = [];
  let interruptions = 0;
  const client = connect({
    url: `ws://127.0.0.1:${proxy.port}${API_ROOT}/live`,
    token,
    WebSocket,
    random: random.next,
    fallback: false,
    // A real screen may wait 10 s between two attempts; here all must agree within 5 s of a fault's end.
    timing: { backoffBaseMs: 100, backoffMaxMs: 1_000, connectMs: 3_000, answerMs: 3_000 },
    onStatus(status) {
      if (status.state === 'stale') interruptions += 1;
      if (status.state === 'closed') refused.push(status.reason);
    },
  });
  const watched = channels.map((channel) => {
    const shown: Position[] = [];
    client.subscribe(channel, (update) => {
      if (update.kind === 'state') shown.push({ epoch: update.epoch, seq: update.seq, state: update.state });
      else refused.push(`${channel}: ${update.code}`);
    });
    return { screen: name, channel, shown };
  });
  return {
    name,
    proxy,
    client,
    watched,
    newest: (channel) => watched.find((one) => one.channel === channel)?.shown.at(-1),
    interruptions: () => interruptions,
    refused,
    async close() {
      client.close();
      await proxy.close();
    },
  };
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
