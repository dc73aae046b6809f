// The state that all exchanges of a server share. `E` is the exchange (exchange.ts).
import type { IsTrusted } from '../../ops/address.ts';
import type { Arrivals } from '../../ops/arrivals.ts';
import type { Logger } from '../../ops/logger.ts';
import type { LogRepeats } from '../../ops/repeats.ts';
import type { BodyBytes } from './request-body.ts';
import type { Found, Method } from './route.ts';
import type { Turn } from './turn.ts';
import type { WaitingAnswers } from './waiting-answers.ts';

export type SharedContext<E> = {
  readonly find: (method: Method, path: string) => Found<E>;
  /** Counts the length of a read answer against the allowance of its spender. */
  readonly answered: (exchange: E, length: number) => void;
  /** Counts the length of a body. */
  readonly received: (exchange: E, length: number) => void;
  /** Throws Problem 401 or 403 if the caller has lost a right since the request was admitted. */
  readonly recheck: (exchange: E) => Promise<void>;
  readonly logger: Logger;
  readonly logRepeats: LogRepeats;
  /** Called for every answer. `seconds`: from the request head until the answer is handed to the library. */
  readonly observe?: ((route: string, status: number, seconds: number) => void) | undefined;
  /** The running exchanges. `settled` is called when one ends. */
  readonly open: Arrivals<E>;
  readonly settled: () => void;
  /** The exchanges whose answer waits for the reader. */
  readonly writing: WaitingAnswers<E>;
  readonly bodyBytes: BodyBytes;
  readonly turn: Turn;
  readonly isTrusted: IsTrusted;
  readonly isTls: boolean;
  /** While true, every answer carries `HSTS`. */
  readonly isHttps: boolean;
  /** While true, answers ask the client to close its connection. */
  isDraining: boolean;
};
