// The figures of a gateway, as Prometheus would read them.

/** Values by series: the name with its labels as they stand in the text. */
export type Scrape = ReadonlyMap<string, number>;

export async function scrape(gatewayUrl: string): Promise<Scrape> {
  const answer = await fetch(`${gatewayUrl}/metrics`);
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}.`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))] as const;
    }),
  );
}

/** By how much a series grew; one that was not there yet began at 0. */
export const grown = (before: Scrape, after: Scrape, series: string): number =>
  (after.get(series) ?? 0) - (before.get(series) ?? 0);
