// Between two parties: a TCP proxy with faults. Bytes always keep their order. An inspector sees every piece before it
// is passed on, and may hold it back, shorten it or drop it.
import net from 'node:net';

export type Fault =
  | { readonly kind: 'none' }
  /** Every connection is cut and none accepted. */
  | { readonly kind: 'cut' }
  /** Bytes wait until the fault is over, as TCP sends them again; new connections hang. */
  | { readonly kind: 'stalled' }
  /** Bytes are lost. Connections open during the fault stay silent for good; later ones work. */
  | { readonly kind: 'black hole' }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'throttled'; readonly bytesPerSecond: number };

/** Gets a piece and gives the bytes to pass on, now or later; empty: none. */
type Reader = (bytes: Buffer) => Buffer | Promise<Buffer>;
/** For one connection. `up`: from the client to the server. */
export type Inspector = { readonly up?: Reader; readonly down?: Reader };

/** Where a connection goes; several are tried in their order, as a load balancer does. */
export type Target = { readonly name: string; readonly port: number };

export type FaultyProxy = {
  readonly port: number;
  set(fault: Fault): void;
  /** Cuts open connections; new ones are accepted. */
  cutOpen(): void;
  /** Names of the targets that were reached, in order. */
  readonly reached: readonly string[];
  open(): number;
  close(): Promise<void>;
};

type Pair = { readonly near: net.Socket; readonly far: net.Socket; dead: boolean };

export async function openFaultyProxy(
  targets: () => readonly Target[],
  options: { readonly inspect?: () => Inspector } = {},
): Promise<FaultyProxy> {
  let fault: Fault = { kind: 'none' };
  let over: { readonly promise: Promise<void>; readonly end: () => void } | null = null;
  const pairs = new Set<Pair>();
  const waiting = new Set<net.Socket>();
  const reached: string[] = [];

  function cut(pair: Pair): void {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  }

  async function accept(near: net.Socket): Promise<void> {
    near.on('error', () => near.destroy());
    if (fault.kind === 'cut') {
      near.resetAndDestroy();
      return;
    }
    waiting.add(near);
    if (fault.kind === 'stalled') await over?.promise;
    const far = await reach(near);
    waiting.delete(near);
    if (far === null || near.destroyed) {
      near.resetAndDestroy();
      far?.destroy();
      return;
    }
    join(near, far);
  }

  /** The first target that takes a connection; null when none does. */
  async function reach(near: net.Socket): Promise<net.Socket | null> {
    for (const { name, port } of targets()) {
      if (near.destroyed) return null;
      const far = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
      const isOpen = await new Promise<boolean>((resolve) => {
        far.once('connect', () => resolve(true));
        far.once('error', () => resolve(false));
      });
      if (isOpen) {
        reached.push(name);
        return far;
      }
    }
    return null;
  }

  function join(near: net.Socket, far: net.Socket): void {
    const pair: Pair = { near, far, dead: fault.kind === 'black hole' };
    pairs.add(pair);
    near.setNoDelay(true);
    const inspector = options.inspect?.() ?? {};
    carry(pair, near, far, inspector.up);
    carry(pair, far, near, inspector.down);
    for (const socket of [near, far]) {
      socket.on('error', () => cut(pair));
      socket.on('close', () => {
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
  }

  /** Passes on the pieces of one side, then its end. */
  function carry(pair: Pair, from: net.Socket, to: net.Socket, read: Reader = (bytes) => bytes): void {
    let tail = Promise.resolve();
    const inTurn = (work: () => Promise<void>): void => {
      tail = tail.then(work).catch(() => cut(pair));
    };
    from.on('data', (piece: Buffer) => {
      const cameAt = performance.now();
      from.pause();
      inTurn(async () => {
        await suffer(piece.length, cameAt);
        const bytes = await read(piece);
        if (!pair.dead && !to.destroyed && bytes.length > 0 && !to.write(bytes)) {
          await new Promise<void>((resolve) => {
            to.once('drain', resolve);
            to.once('close', resolve);
          });
        }
        from.resume();
      });
    });
    const end = (): void => {
      inTurn(async () => {
        await over?.promise;
        if (!pair.dead) to.end();
      });
    };
    // A client may have ended before the server was reached: there is no event to wait for then.
    if (from.readableEnded) end();
    else from.on('end', end);
    from.on('close', () => {
      inTurn(async () => {
        await over?.promise;
        if (!pair.dead) to.destroySoon();
      });
    });
  }

  async function suffer(length: number, cameAt: number): Promise<void> {
    if (fault.kind === 'stalled') await over?.promise;
    else if (fault.kind === 'delayed') await after(cameAt + fault.ms - performance.now());
    else if (fault.kind === 'throttled') await after((length * 1_000) / fault.bytesPerSecond);
  }

  const server = net.createServer({ allowHalfOpen: true }, (near) => void accept(near));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    reached,
    open: () => pairs.size,
    set(next) {
      // The server side is closed in the end, as after a TCP timeout; the client hears nothing.
      if (fault.kind === 'black hole') for (const pair of pairs) if (pair.dead) pair.far.destroy();
      fault = next;
      over?.end();
      over = next.kind === 'stalled' ? gate() : null;
      if (next.kind === 'black hole') for (const pair of pairs) pair.dead = true;
      if (next.kind === 'cut') for (const pair of [...pairs]) cut(pair);
    },
    cutOpen() {
      for (const pair of [...pairs]) cut(pair);
    },
    close() {
      over?.end();
      for (const pair of [...pairs]) cut(pair);
      for (const near of waiting) near.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function gate(): { readonly promise: Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { promise, end };
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
