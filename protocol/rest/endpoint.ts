// One endpoint as data, and the answers that endpoints share.
import { z } from 'zod';
import { problemBodySchema } from './problem.ts';

/**
 * Who may call (rule ACCESS-1). `club`: tokens with access to the club of the path; on a legacy path club tokens.
 * `tournament`: the same for the tournament. `match`: tokens with access to the tournament or to a club authorized for the
 * match. `channel`: the handler checks the channels in path or body. `account`: connected app tokens only. `admin`: the
 * admin token. `public`: no token needed.
 */
export type AccessRule = 'club' | 'tournament' | 'match' | 'channel' | 'account' | 'admin' | 'public';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Full paths, with `{name}` for parameters: first the explicit path, then the legacy path. */
  readonly paths: readonly string[];
  readonly access: AccessRule;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** The request may carry an `Idempotency-Key`. */
  readonly isIdempotentByKey?: true;
  /** The 200 is an event stream. Browsers set no header on one, so the token may be in the query. */
  readonly isStream?: true;
  /** `channel` only: view tokens get 403, also for channels that they may read. */
  readonly refusesViewTokens?: true;
  /** The headers of a list in pages (rule READ-19). */
  readonly pageHeaders?: readonly ('Link' | 'X-Total-Count')[];
  /** Where the documents list it; default: by `access`. */
  readonly tag?: 'Webhooks';
};

export const root = '/api/v1';
/** The error answers of every endpoint, and those of this one. */
export const problems = (...statuses: number[]): Record<number, z.ZodType> =>
  Object.fromEntries([400, 401, 403, 429, 500, 501, 503, ...statuses].map((status) => [status, problemBodySchema]));

/** An answer with an ETag: 304 if the client has it already. */
export const kept = (answer: z.ZodType): Record<number, z.ZodType> => ({ 200: answer, 304: z.undefined() });
