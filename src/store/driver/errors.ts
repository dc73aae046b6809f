// When the store does not answer: what counts as "away", and how long anybody waits for it.

/** A query was not answered in time. What it asked for may still happen: writes are safe to repeat by id. */
export class StoreTimeout extends Error {
  readonly code = 'STORE_TIMEOUT';
}

/** Longest wait for one query, so that a caller hears 503 within 5 seconds (rule OPS-2). */
export const queryDeadlineMs = 4_000;

const codesOfAway = new Set([
  'STORE_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECTION_CONNECT_TIMEOUT',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the embedded database's socket is gone
  '57014', // cancelled: we do that only when a deadline passed
  '57P01', // shut down by an administrator
  '57P02', // crash of another backend
  '57P03', // starting up or shutting down
  '57P05', // idle session ended
  '25P03', // idle transaction ended: this process was stopped in the middle of one
  '25006', // a standby that takes no writes
]);
/** 08: connection exceptions; 53: no connections, memory or disk left; 58: the server's own I/O failed. */
const classesOfAway = /^(08|53|58)[0-9A-Z]{3}$/;

/** Whether the error says that the store is away (answer 503, try again) rather than that the query was wrong. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && (codesOfAway.has(code) || classesOfAway.test(code))) return true;
  return error.cause !== undefined && isUnavailable(error.cause);
};

type Withdrawable = { readonly state: unknown; cancel(): void };

/** A query that still waits for a connection: withdrawn, it will never run. One that was sent is left to its fate. */
const isUnsentQuery = (work: object): work is Withdrawable =>
  'cancel' in work && typeof work.cancel === 'function' && 'state' in work && work.state === null;

/**
 * The result of `work`, or a `StoreTimeout` after `ms`. PostgreSQL's own statement timeout does not help when the server
 * is frozen or the network swallows packets, so the limit is kept on this side.
 */
export const withDeadline = async <T>(work: PromiseLike<T>, ms: number = queryDeadlineMs): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (isUnsentQuery(work)) work.cancel();
      reject(new StoreTimeout(`The database did not answer within ${ms} ms.`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
