// Match order: by time of the event, then by order of arrival (rule TIME-1).

type Placed = { readonly key: string; readonly at: number; readonly arrival: number };

export const byArrival = (a: Placed, b: Placed): number => a.arrival - b.arrival || byText(a.key, b.key);

export const byTime = (a: Placed, b: Placed): number => a.at - b.at || byArrival(a, b);

/** By code units, the same on every machine. */
export const byText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
