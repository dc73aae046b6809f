// Import and export of data files on a running server (rule DATA-4).
import { notFound } from '../../ops/problem.ts';
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readJson } from '../core/json-body.ts';

export type AdminDeps = {
  /** Applies a data file and updates the running matches. Returns the counts per entity. Throws Problem 422. */
  readonly importData: (file: unknown) => Promise<object>;
  readonly exportData: () => Promise<object>;
  /** Erases a user and updates the running matches. Returns how many changed. Throws Problem 404. */
  readonly eraseUser: (id: number) => Promise<number>;
};

/** Time limits, ms: a data file takes longer than a marker. */
export const IMPORT_MS = 600_000;
export const EXPORT_MS = 120_000;

/** Ids have 15 digits at most. */
const integer = /^[1-9]\d{0,14}$/;

const file = headerBlock({
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="touchline-data.json"',
  'cache-control': 'no-store',
  ...NOSNIFF,
});

export const openAdmin = ({ importData, exportData, eraseUser }: AdminDeps) => ({
  async importData(exchange: Exchange): Promise<Answer> {
    return unstoredJson(200, await importData(await readJson(exchange)));
  },
  async exportData(): Promise<Answer> {
    return { status: 200, headers: file, body: JSON.stringify(await exportData()) };
  },
  async eraseUser(exchange: Exchange): Promise<Answer> {
    const id = exchange.param('id');
    if (!integer.test(id)) throw notFound('User');
    return unstoredJson(200, { user: Number(id), matches: await eraseUser(Number(id)) });
  },
});
