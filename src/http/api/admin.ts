// Import and export of data files on a running server (rule DATA-4).
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readJson } from '../core/json-body.ts';

export type AdminDeps = {
  /** Accepts the admin token only. Throws Problem 401 or 403. */
  readonly requireAdmin: (authorization: string) => Promise<void>;
  /** Applies a data file and updates the running matches. Returns the counts per entity. Throws Problem 422. */
  readonly importData: (file: unknown) => Promise<object>;
  readonly exportData: () => Promise<object>;
};

/** Time limits, ms: a data file takes longer than a marker. */
export const IMPORT_MS = 600_000;
export const EXPORT_MS = 120_000;

const file = headerBlock({
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="touchline-data.json"',
  'cache-control': 'no-store',
  ...NOSNIFF,
});

export const openAdmin = ({ requireAdmin, importData, exportData }: AdminDeps) => ({
  async importData(exchange: Exchange): Promise<Answer> {
    await requireAdmin(exchange.authorization);
    return unstoredJson(200, await importData(await readJson(exchange)));
  },
  async exportData(exchange: Exchange): Promise<Answer> {
    await requireAdmin(exchange.authorization);
    return { status: 200, headers: file, body: JSON.stringify(await exportData()) };
  },
});
