// The match of the samples as a console has it.
import type { Side } from '../../../protocol/wire/board.ts';
import type { Fixture, Pairing, Player } from '../console/fixture.ts';
import { SIDES } from '../shared/side.ts';
import { factsOf, SAMPLE_NOW, sampleOf } from './samples.ts';

/** The pairing with its players, with the names of `samples=greek`. */
export function pairingOf(search: string): Pairing {
  const { home, away } = sampleOf(search).matches['704'] ?? { home: { name: '' }, away: { name: '' } };
  const lineups = factsOf(search).lineups['704'];
  const playersOf = (side: Side): Player[] =>
    (['starters', 'substitutes'] as const).flatMap((part) =>
      (lineups?.[side][part] ?? []).map(({ name, number, captain }, index) => ({
        id: (side === 'home' ? 100 : 200) + (number ?? 0),
        type: 'user' as const,
        name,
        number,
        side,
        isStarter: part === 'starters',
        isCaptain: captain,
        isKeeper: part === 'starters' && index === 0,
      })),
    );
  return {
    id: '704',
    home: { name: home.name, color: '#1e3a8a' },
    away: { name: away.name, color: '#ffffff' },
    players: SIDES.flatMap(playersOf),
  };
}

const listed = (index: number, title: string, status: Fixture['status']): Fixture => ({
  channel: `match:${index}`,
  kind: 'match',
  title,
  path: '',
  status,
  pairings: [],
  when: new Date(SAMPLE_NOW + index * 7_200_000).toISOString(),
  zone: null,
  where: 'Luzhniki, pitch 1',
});

/** The list to choose from. */
export const SAMPLE_FIXTURES: readonly Fixture[] = [
  listed(0, 'France – Croatia', 'live'),
  listed(1, 'Borussia Verein für Leibesübungen 1900 – النادي الأهلي', 'upcoming'),
  listed(-8, 'Belgium – England', 'over'),
];
