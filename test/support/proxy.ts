// A TCP proxy that can misbehave: between the gateway and its database, or a browser and the gateway.
import net from 'node:net';

type Mode = 'pass' | 'refuse' | 'freeze' | 'hold';

export type FaultProxy = {
  readonly port: number;
  /**
   * `pass`: forwards all bytes. `refuse`: cuts every connection and accepts none. `freeze`: swallows bytes, and a connection
   * that was open during a freeze stays silent for good, as with TCP. `hold`: keeps the bytes of the target until the next mode.
   */
  set(mode: Mode): void;
  /** From now on cuts each connection at the first piece that holds this text, which the target does not get. */
  cutAt(text: string): void;
  close(): Promise<void>;
};

export async function openProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let mode: Mode = 'pass';
  let cutText: string | null = null;
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  const frozen = new WeakSet<readonly [net.Socket, net.Socket]>();
  const cut = (pair: readonly [net.Socket, net.Socket]): void => {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  };
  const server = net.createServer((near) => {
    if (mode === 'refuse') {
      near.destroy();
      return;
    }
    const far = net.connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    if (mode === 'freeze') frozen.add(pair);
    if (mode === 'hold') far.pause();
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (cutText !== null && bytes.includes(cutText)) cut(pair);
        else if (!frozen.has(pair)) to.write(bytes);
      });
      from.on('error', () => {
        cut(pair);
      });
      from.on('close', () => {
        cut(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    set(next) {
      mode = next;
      for (const [, far] of pairs)
        if (next === 'hold') far.pause();
        else far.resume();
      if (next === 'freeze') for (const pair of pairs) frozen.add(pair);
      if (next === 'refuse') for (const pair of [...pairs]) cut(pair);
    },
    cutAt(text) {
      cutText = text;
    },
    close() {
      for (const pair of [...pairs]) cut(pair);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
