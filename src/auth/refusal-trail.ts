// Puts refused sign-ins and credentials into the audit trail (rule OPS-27). A row for each would let an attacker fill the database,
// so a row counts many. The rows are written behind the answers: no refusal waits for the database.
import type { Logger } from '../ops/logger.ts';
import { type BucketLimit, takeToken, type TokenBucket } from '../ops/token-bucket.ts';
import type { Action } from '../store/audit.ts';

export type Refusal = Extract<Action, 'sign_in_refused' | 'credentials_refused'>;

type RefusalTrailDeps = {
  /** Adds one row for `count` refusals. */
  readonly write: (refusal: Refusal, count: number) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
};

export type RefusalTrail = ReturnType<typeof openRefusalTrail>;

/** Rows of one kind: so many at once, then one a minute. */
export const ROWS: BucketLimit = { perSecond: 1 / 60, burst: 10 };

export function openRefusalTrail({ write, logger }: RefusalTrailDeps) {
  const kinds = {
    sign_in_refused: openKind('sign_in_refused'),
    credentials_refused: openKind('credentials_refused'),
  } satisfies Record<Refusal, unknown>;

  function openKind(refusal: Refusal) {
    const rows: TokenBucket = { left: ROWS.burst, at: performance.now() };
    /** Refusals since the last row. */
    let count = 0;
    let flight: Promise<void> | null = null;
    let timer: NodeJS.Timeout | null = null;
    let isClosed = false;

    async function writeRow(): Promise<void> {
      const counted = count;
      count = 0;
      try {
        await write(refusal, counted);
      } catch (error) {
        count += counted;
        logger.warn(
          { err: error, refusal, count },
          'refusals could not be put into the audit trail; trying again later',
        );
      }
      flight = null;
      proceed();
    }

    /** Writes a row when it may; otherwise a timer does it. One row is written at a time. */
    function proceed(): void {
      if (isClosed || count === 0 || flight !== null || timer !== null) return;
      const left = takeToken(rows, ROWS, performance.now());
      if (left >= 0) {
        flight = writeRow();
        return;
      }
      timer = setTimeout(
        () => {
          timer = null;
          proceed();
        },
        (-left / ROWS.perSecond) * 1_000,
      ).unref();
    }

    return {
      note(): void {
        count += 1;
        proceed();
      },
      async close(): Promise<void> {
        isClosed = true;
        if (timer !== null) clearTimeout(timer);
        await flight;
        if (count > 0) await writeRow();
      },
    };
  }

  return {
    /** Counts a refusal. It does not wait and does not throw. */
    note: (refusal: Refusal): void => kinds[refusal].note(),
    /** Stops the timers and writes the remaining refusals. */
    async close(): Promise<void> {
      await Promise.all(Object.values(kinds).map((kind) => kind.close()));
    },
  };
}
