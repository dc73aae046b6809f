// Compares API answers with the OpenAPI document.
import type * as contract from './contract.ts';

/** Documents and metrics have no schema of their own. */
const isDescribed = (method: string, url: string): boolean =>
  method !== 'HEAD' && method !== 'OPTIONS' && /^\/api\/(v1|admin)\//.test(new URL(url).pathname);

// Loaded at the first API answer: loading takes two seconds, and many test files fetch nothing.
let loading: Promise<typeof contract> | null = null;

/** Throws when the answer is not as the document says. `body`: gives the parsed JSON; undefined when there is none. */
export async function hold(method: string, url: string, status: number, body: () => unknown): Promise<void> {
  if (!isDescribed(method, url)) return;
  const { holdToContract } = await (loading ??= import('./contract.ts'));
  holdToContract(method, url, status, await body());
}
