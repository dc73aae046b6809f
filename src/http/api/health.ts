// Health, readiness and metrics (rules OPS-7 and OPS-16).
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { RouteSpec } from '../core/router.ts';

/**
 * The missing part. The endpoint is public, so the answer names no address and no message of the database: the log has them.
 */
type Missing = 'database' | 'draining';

const HINTS: Readonly<Record<Missing, string>> = {
  database: 'The database takes no writes. The log of this node says why.',
  draining: 'The server is shutting down.',
};

export type HealthDeps = {
  /** The part that the node lacks to take writes; null if it is ready. */
  readonly notReady: () => Missing | null | Promise<Missing | null>;
  /** The state of Redis, over which nodes announce their writes. Without it a node polls the database. */
  readonly redis: () => 'none' | 'up' | 'away';
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
};

const plain = headerBlock({ 'cache-control': 'no-store', ...NOSNIFF });

export const healthRoutes = ({ notReady, redis, metrics }: HealthDeps): readonly RouteSpec[] => [
  {
    name: 'healthz',
    access: 'public',
    method: 'GET',
    path: '/healthz',
    handle: () => unstoredJson(200, { status: 'ok' }),
  },
  {
    name: 'readyz',
    access: 'public',
    method: 'GET',
    path: '/readyz',
    async handle(): Promise<Answer> {
      const reason = await notReady();
      // Without Redis the node takes writes too. It is ready, and reports the state of Redis (rule OPS-4).
      if (reason === null) return unstoredJson(200, { status: 'ready', redis: redis() });
      return {
        ...unstoredJson(503, { error: 'Not ready.', reason, hint: HINTS[reason] }),
        more: { 'retry-after': '2' },
      };
    },
  },
  {
    name: 'metrics',
    access: 'operator',
    method: 'GET',
    path: '/metrics',
    async handle(): Promise<Answer> {
      const { contentType, text } = await metrics();
      return { status: 200, headers: plain, more: { 'content-type': contentType }, body: text };
    },
  },
];
