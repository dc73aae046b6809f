// Other names for the samples, as `names=greek`: what is too long, runs from right to left, or has three letters only.

const NAMES = {
  long: {
    teams: ['Borussia Verein für Leibesübungen 1900 Mönchengladbach', 'Llanfairpwllgwyngyll Town Football Club'],
    players: ['Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh', 'Pierre-Emerick Emiliano François Aubameyang'],
  },
  arabic: {
    teams: ['النادي الأهلي السعودي', 'الهلال'],
    players: ['محمد صلاح حامد', 'رياض محرز', 'ياسين بونو', 'سالم الدوسري', 'أشرف حكيمي'],
  },
  greek: {
    teams: ['Αθλητική Ένωσις Κωνσταντινουπόλεως', 'Ολυμπιακός'],
    players: ['Παναγιώτης Παπασταθόπουλος', 'Γιώργος Καραγκούνης', 'Άγγελος Χαριστέας', 'Θεόδωρος Ζαγοράκης'],
  },
  short: { teams: ['FCK', 'AEK'], players: ['Bo Li', 'Ed Ox', 'Uwe Au'] },
} as const;
type NamesKind = keyof typeof NAMES;
export const NAMES_KINDS = Object.keys(NAMES) as readonly NamesKind[];

/** The sample with the names of this kind in place of its own; the sample itself for any other kind. */
export function renamed<T>(
  sample: T,
  kind: string | null,
  own: { teams: readonly string[]; players: readonly string[] },
): T {
  const found = NAMES_KINDS.find((one) => one === kind);
  if (found === undefined) return sample;
  const { teams, players } = NAMES[found];
  const names = new Map([
    ...own.teams.map((name, index) => [name, teams[index % teams.length] ?? ''] as const),
    ...own.players.map((name, index) => [name, players[index % players.length] ?? ''] as const),
  ]);
  return JSON.parse(JSON.stringify(sample), (_key, value: unknown) =>
    typeof value === 'string' ? (names.get(value) ?? value) : value,
  ) as T;
}
