// The knockout rounds of a tournament's page, from left to right.
import { expect, test } from 'vitest';
import { openTestGateway } from '../../support/gateway.ts';
import { iso, daysFromNow } from '../../support/dates.ts';
import { openVisitor } from '../../support/visitor.ts';
import { autumnCup, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

test('known rounds end with the final, also when it was made first and has no time, and others keep their place', async () => {
  const rounds = [
    ['final', null],
    ['Play-offs', 1],
    ['semi_final', 3],
    ['Quarter-final', 2],
    ['third_place', null],
  ] as const;
  const matches = rounds.map(([knockout_round, day], index) => ({
    id: 701 + index,
    stage: 'knockout',
    knockout_round,
    scheduled_at: day === null ? null : iso(daysFromNow(day)),
    home_team_id: 71,
    away_team_id: 72,
  }));
  const gateway = await openTestGateway({ data: { ...world(), tournaments: [autumnCup({ matches }), springCup()] } });
  const reader = openVisitor(gateway);
  const shown: Record<string, readonly (string | undefined)[]> = {};
  for (const lang of ['en', 'de']) {
    const { html } = await reader.get(`/tournaments/autumn-cup?lang=${lang}`);
    shown[lang] = [...html.matchAll(/<h3>([^<]{1,40})<\/h3>/g)].map(([, round]) => round);
  }
  expect(shown).toEqual({
    en: ['Play-offs', 'Quarter-final', 'Semi-final', 'Third place', 'Final'],
    de: ['Play-offs', 'Viertelfinale', 'Halbfinale', 'Spiel um Platz 3', 'Finale'],
  });
  await gateway.close();
});
