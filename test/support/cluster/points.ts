// Named points in the life of a write at which a node can be stopped, seen from the proxies around it: no test code in the
// product. A point is armed, the next write waits there, and the test decides whether it goes on.
import { gate, type Inspector } from './faulty-proxy.ts';

type Hold = {
  /** Resolves when a write waits at the point. */
  readonly reached: Promise<void>;
  /** Lets it go on. */
  release(): void;
  /** Drops the held bytes. */
  discard(): void;
};

export type Point = {
  /** Holds the next write and all that follows on its connection. */
  hold(): Hold;
};

type Armed = { readonly reach: () => void; readonly settled: Promise<'pass' | 'discard'> };

/** A point at which pieces can be held: `pass` is called with each piece that stands at it. */
function openPoint(): Point & { pass(piece: Buffer): Buffer | Promise<Buffer> } {
  let armed: Armed | null = null;
  return {
    hold() {
      const reached = gate();
      let settle: (how: 'pass' | 'discard') => void = () => undefined;
      const settled = new Promise<'pass' | 'discard'>((resolve) => (settle = resolve));
      armed = { reach: reached.end, settled };
      const end = (how: 'pass' | 'discard') => (): void => {
        if (armed?.settled === settled) armed = null;
        settle(how);
      };
      return { reached: reached.promise, release: end('pass'), discard: end('discard') };
    },
    pass(piece) {
      if (armed === null) return piece;
      const { reach, settled } = armed;
      armed = null;
      reach();
      return settled.then((how) => (how === 'pass' ? piece : Buffer.alloc(0)));
    },
  };
}

/** The statements that have points, by their words. */
const STATEMENTS = {
  commit: /insert into match_log/,
  checkpoint: /update live_match.*insert into marker/s,
} as const;
type Statement = keyof typeof STATEMENTS;

const statementOf = (sql: string): Statement | null =>
  (Object.keys(STATEMENTS) as Statement[]).find((name) => STATEMENTS[name].test(sql)) ?? null;

type StatementPoints = Readonly<Record<Statement, { readonly asked: Point; readonly answered: Point }>>;

/**
 * Reads the PostgreSQL protocol (version 3) along the proxy from a node to its database. `asked`: the statement has
 * left the node and is not with the database: nothing is committed. `answered`: the database has committed it, and
 * the node does not know.
 */
export function watchStatements(): StatementPoints & { inspect(): Inspector } {
  const points = {
    commit: { asked: openPoint(), answered: openPoint() },
    checkpoint: { asked: openPoint(), answered: openPoint() },
  };

  function inspect(): Inspector {
    /** Prepared statements that have points, by their names. */
    const known = new Map<string, Statement>();
    /** For each query under way, until its ReadyForQuery: whether it has points. */
    const underWay: (Statement | null)[] = [];
    let bound: Statement | null = null;
    const up = messages(true);
    const down = messages(false);
    return {
      up(piece) {
        let stands: Statement | null = null;
        for (const { type, body } of up(piece)) {
          if (type === 'P') {
            const [name = '', sql = ''] = body.toString('utf8').split('\0', 2);
            const statement = statementOf(sql);
            if (statement === null) known.delete(name);
            else known.set(name, statement);
          } else if (type === 'B') {
            bound = known.get(body.toString('latin1').split('\0', 2)[1] ?? '') ?? null;
            stands ??= bound;
          } else if (type === 'S' || type === 'Q') {
            underWay.push(type === 'S' ? bound : null);
            bound = null;
          }
        }
        return stands === null ? piece : points[stands].asked.pass(piece);
      },
      down(piece) {
        let stands: Statement | null = null;
        for (const { type } of down(piece)) {
          // CommandComplete leaves the server together with ReadyForQuery, after the commit.
          if (type === 'C') stands ??= underWay[0] ?? null;
          if (type === 'Z') underWay.shift();
        }
        return stands === null ? piece : points[stands].answered.pass(piece);
      },
    };
  }
  return { ...points, inspect };
}

type Message = { readonly type: string; readonly body: Buffer };

/** Cuts a stream of pieces into messages: a type, a length that counts itself, a body. The first one up has no type. */
function messages(startsWithoutType: boolean): (piece: Buffer) => readonly Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let typeless = startsWithoutType;
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const found: Message[] = [];
    for (;;) {
      const head = typeless ? 0 : 1;
      if (rest.length < head + 4) return found;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return found;
      found.push({ type: typeless ? '' : String.fromCharCode(rest[0] ?? 0), body: rest.subarray(head + 4, end) });
      rest = rest.subarray(end);
      typeless = false;
    }
  };
}

/**
 * Reads the Redis protocol along the proxy from a node to Redis. `announced`: what the node announces has left it and is
 * not at Redis. While `setDeaf`, messages of channels do not reach the node; everything else does.
 */
export function watchAnnouncements(): {
  readonly announced: Point;
  setDeaf(deaf: boolean): void;
  /** Messages that were kept from the node. */
  dropped(): number;
  inspect(): Inspector;
} {
  const announced = openPoint();
  let deaf = false;
  let dropped = 0;
  return {
    announced,
    setDeaf: (next) => void (deaf = next),
    dropped: () => dropped,
    inspect() {
      let rest: Buffer = Buffer.alloc(0);
      return {
        up: (piece) => (/\r\ns?publish\r\n/i.test(piece.toString('latin1')) ? announced.pass(piece) : piece),
        down(piece) {
          rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
          const passed: Buffer[] = [];
          for (;;) {
            const end = endOfValue(rest, 0);
            if (end === null) return Buffer.concat(passed);
            const value = rest.subarray(0, end);
            rest = rest.subarray(end);
            if (deaf && isMessage(value)) dropped += 1;
            else passed.push(value);
          }
        },
      };
    },
  };
}

/** A push of pub/sub, in either version of the protocol; subscriptions and their ends are none. */
const isMessage = (value: Buffer): boolean =>
  /^[*>]\d\r\n\$\d\r\n[ps]?message\r\n/.test(value.subarray(0, 32).toString('latin1'));

/** Where the value of RESP2 or RESP3 that begins at `start` ends; null when it is not all there. */
export function endOfValue(bytes: Buffer, start: number): number | null {
  const lineEnd = bytes.indexOf('\r\n', start, 'latin1');
  if (lineEnd < 0) return null;
  const type = String.fromCharCode(bytes[start] ?? 0);
  const count = Number(bytes.toString('latin1', start + 1, lineEnd));
  const after = lineEnd + 2;
  if ('$!='.includes(type)) {
    if (count < 0) return after;
    const end = after + count + 2;
    return end <= bytes.length ? end : null;
  }
  if (!'*>~%|'.includes(type)) return after;
  let values = Math.max(0, count);
  if (type === '%') values *= 2;
  if (type === '|') values = values * 2 + 1;
  let at: number | null = after;
  for (let value = 0; value < values && at !== null; value += 1) at = endOfValue(bytes, at);
  return at;
}

/** A point at the answer to the next marker posted over this proxy: it is recorded, and the client does not know. */
export function watchAnswers(): { readonly answer: Point; inspect(): Inspector } {
  const answer = openPoint();
  return {
    answer,
    inspect() {
      let posted = false;
      return {
        up(piece) {
          posted = /^POST \S*\/markers? /.test(piece.toString('latin1', 0, 200));
          return piece;
        },
        down: (piece) => (posted ? answer.pass(piece) : piece),
      };
    },
  };
}
