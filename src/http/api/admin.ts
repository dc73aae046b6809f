// Import and export of data files on a running server (rule DATA-4).
import type { Readable } from 'node:stream';
import { exportQuery } from '../../../protocol/data-file/history.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid } from '../../ops/problem.ts';
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { detailsOf, readJson } from '../core/json-body.ts';
import { textStream } from '../core/text-stream.ts';
import { readId } from '../../../protocol/wire/ids.ts';

export type AdminDeps = {
  /** Applies a data file and updates the running matches. Returns the counts per entity. Throws Problem 422. */
  readonly importData: (file: unknown) => Promise<object>;
  /** Everything as a data file. */
  readonly exportData: (history: boolean) => Promise<Readable>;
  /** Erases a user and updates the running matches. Returns how many changed. Throws Problem 404. */
  readonly eraseUser: (id: number) => Promise<number>;
};

/** Time limits, ms: a data file takes longer than a marker. */
export const IMPORT_MS = 600_000;
export const EXPORT_MS = 600_000;

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
  async exportData(exchange: Exchange): Promise<Answer> {
    const asked = exportQuery.safeParse(Object.fromEntries(exchange.query()));
    if (!asked.success) throw invalid(detailsOf(asked.error.issues));
    if (exchange.method === 'HEAD') return { status: 200, headers: file, body: null };
    const text = await exportData(asked.data.history === 'true');
    return { status: 200, headers: file, body: null, stream: textStream(text) };
  },
  async eraseUser(exchange: Exchange): Promise<Answer> {
    const user = readId(exchange.param('id'));
    if (user === null) throw notFound('User');
    return unstoredJson(200, { user, matches: await eraseUser(user) });
  },
});
