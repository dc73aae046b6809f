// Whether the process runs, whether it can take writes, and its figures (rule OPS-7).
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { RouteSpec } from '../core/router.ts';

export type HealthDeps = {
  /** null when writes can be taken, else why not. */
  readonly notReady: () => string | null | Promise<string | null>;
  /** Other nodes tell this one of their writes over Redis, or it looks for them itself. */
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
      // Without Redis a node takes writes all the same: it is ready, and says what is missing (rule OPS-4).
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
