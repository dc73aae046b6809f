// Decides which errors mean that the database is away, and sets the deadline of a query.
import postgres from 'postgres';
import { withDeadline } from '../../ops/deadline.ts';

/** A query was not answered in time. It may still run; writes are safe to repeat by id. */
export class StoreTimeout extends Error {
  readonly code = 'STORE_TIMEOUT';
}

/** Deadline of a query, so that the caller gets 503 within 5 seconds (rule OPS-2). */
export const queryDeadlineMs = 4_000;

/** Error codes of queries whose connection ended. */
export const CONNECTION_LOST: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
]);

const codesOfAway = new Set([
  ...CONNECTION_LOST,
  'STORE_TIMEOUT',
  'CONNECTION_ENDED',
  'CONNECTION_CONNECT_TIMEOUT',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE', // this machine has no open file or port left for a connection
  'ENFILE',
  'EADDRNOTAVAIL',
  'ENOENT', // the embedded database's socket is gone
  '57014', // cancelled: this happens only after a deadline
  '57P01', // shut down by an administrator
  '57P02', // crash of another backend
  '57P03', // starting up or shutting down
  '57P05', // idle session ended
  '25P03', // idle transaction ended: this process was suspended during one
  '25006', // a read-only standby
  '40P01', // two transactions waited for each other, and this one was ended
  '55P03', // another session kept a lock for longer than the `lock_timeout` of our user
]);
/** 08: connection exceptions; 53: no connections, memory or disk left; 58: the server's own I/O failed. */
const classesOfAway = /^(08|53|58)[0-9A-Z]{3}$/;

/** Whether the server ended the session or began none: its database is closed, renamed or replaced, or wants another login. */
export const hasNoSession = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** Whether the error means that the database is away (503, try again). Errors of the query itself do not. */
export const meansStoreAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (hasNoSession(error)) return true;
  if (error instanceof AggregateError) return error.errors.some(meansStoreAway);
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && (codesOfAway.has(code) || classesOfAway.test(code))) return true;
  return error.cause !== undefined && meansStoreAway(error.cause);
};

/** Whether the database refused the values of one query (classes 22 and 23). It then works for other queries. */
export const isFaultOfData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23][0-9A-Z]{3}$/.test(error.code);

type Withdrawable = { readonly state: unknown; cancel(): void };

/** A query that still waits for a connection can be withdrawn and never runs. A query that was sent may still run. */
const isUnsentQuery = (work: object): work is Withdrawable =>
  'cancel' in work && typeof work.cancel === 'function' && 'state' in work && work.state === null;

/**
 * The result of a query, or a `StoreTimeout` after `ms`. PostgreSQL's own statement timeout does not help when the server
 * is frozen or the network drops packets, so the deadline is kept on this side.
 */
export const withQueryDeadline = async <T>(work: PromiseLike<T>, ms: number = queryDeadlineMs): Promise<T> =>
  withDeadline(work, ms, () => {
    if (isUnsentQuery(work)) work.cancel();
    throw new StoreTimeout(`The database did not answer within ${ms} ms.`);
  });
