// Health, readiness and metrics (rule OPS-7).
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { RouteSpec } from '../core/router.ts';

export type HealthDeps = {
  /** null if the node can take writes, or else the reason why not. */
  readonly notReady: () => string | null | Promise<string | null>;
  /** The state of Redis, over which nodes announce their writes. Without it a node polls the database. */
  readonly redis: () => 'none' | 'up' | 'away';
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
};

const plain = headerBlock({ 'cache-control': 'no-store', ...NOSNIFF });

export const healthRoutes = ({ notReady, redis, metrics }: HealthDeps): readonly RouteSpec[] => [
  { name: 'healthz', method: 'GET', path: '/healthz', handle: () => unstoredJson(200, { status: 'ok' }) },
  {
    name: 'readyz',
    method: 'GET',
    path: '/readyz',
    async handle(): Promise<Answer> {
      const reason = await notReady();
      // Without Redis the node takes writes too. It is ready, and reports the state of Redis (rule OPS-4).
      if (reason === null) return unstoredJson(200, { status: 'ready', redis: redis() });
      return { ...unstoredJson(503, { error: 'Not ready.', hint: reason }), more: { 'retry-after': '2' } };
    },
  },
  {
    name: 'metrics',
    method: 'GET',
    path: '/metrics',
    async handle(): Promise<Answer> {
      const { contentType, text } = await metrics();
      return { status: 200, headers: plain, more: { 'content-type': contentType }, body: text };
    },
  },
];
