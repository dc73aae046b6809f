// Builds the webhooks of a node: the worker that sends, and what staff do with them.
import type { Encryption } from '../auth/encryption.ts';
import type { Logger } from '../ops/logger.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import { matchQueries, restQueries, webhookQueries } from '../store/queries.ts';
import { limitedQueries } from './query-limit.ts';
import { openLogMessages } from './log-messages.ts';
import { openWebhookManagement } from './manage.ts';
import { openPost } from './post.ts';
import { openSend } from './send.ts';
import { openWebhookWorker, type WebhookTiming } from './worker.ts';

type WebhooksOptions = {
  readonly sql: Sql;
  readonly encryption: Encryption;
  readonly isProduction: boolean;
  readonly timing: WebhookTiming;
  readonly logger: Logger;
};

export type NodeWebhooks = ReturnType<typeof openNodeWebhooks>;

export function openNodeWebhooks({ sql, encryption, isProduction, timing, logger }: WebhooksOptions) {
  const read = <T>(_what: string, work: PromiseLike<T>): Promise<T> => orStoreAway(work);
  const queries = webhookQueries(sql);
  const { load, readPosition } = matchQueries(sql, read);
  const { readEntries, readWholeLog } = restQueries({ sql, reads: sql }, read);
  const limited = limitedQueries({ ...queries, loadMatch: load, readPosition, readEntries, readWholeLog });
  const messages = openLogMessages(limited);
  const send = openSend({ encryption, post: openPost({ isProduction }, timing.webhookAttemptMs) });
  const worker = openWebhookWorker({ queries: limited, messages, send, timing, logger });
  const webhooks = openWebhookManagement({
    queries,
    encryption,
    send,
    isProduction,
    againMs: timing.webhookAgainMs,
    look: worker.look,
  });
  return {
    webhooks,
    worker,
    /** A data file was applied, here or by another node: names and results may be others. */
    dataChanged(): void {
      messages.forget();
      void worker.search();
    },
  };
}
