// The metrics of a gateway, as Prometheus reads them.
import { ADMIN_TOKEN } from './world/tokens.ts';

/** Values by series: the name with its labels as they stand in the text. */
export type Scrape = ReadonlyMap<string, number>;

/** The text of `/metrics`, for the admin token of the tests. */
export async function metricsText(gatewayUrl: string): Promise<string> {
  const answer = await fetch(`${gatewayUrl}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}.`);
  return answer.text();
}

export async function scrape(gatewayUrl: string): Promise<Scrape> {
  const lines = (await metricsText(gatewayUrl)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))] as const;
    }),
  );
}

/** The growth of a series; a new series began at 0. */
export const grown = (before: Scrape, after: Scrape, series: string): number =>
  (after.get(series) ?? 0) - (before.get(series) ?? 0);
