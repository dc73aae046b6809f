// How live states name juniors, and that nothing else depends on it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PUBLIC_NAMES, type PublicNames } from '../../protocol/data-file/fields.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import { openMatch, withFixture } from '../../src/match/match.ts';
import { juniorName, policyFor } from '../../src/match/public-names.ts';
import { gameResult } from '../../src/resources/result.ts';
import { boardOf, type Body, cupMatch, empty, eventOf, game, play, refolded, run, send } from '../support/play.ts';
import { listingOf } from '../support/listing.ts';

describe('rule NAME-1: the policy', () => {
  test.each([
    ['Kid One', 'full', 'Kid One'],
    ['Kid One', 'initials', 'K. O.'],
    ['Kid One', 'none', 'Player'],
    ['  ana-maria   de souza ', 'initials', 'A. D. S.'],
    ['Émile Ødegård', 'initials', 'É. Ø.'],
    ['李 小龙', 'initials', '李. 小.'],
    ['(!)', 'initials', 'Player'],
  ] as const)('%s under %s is %s', (name, policy, shown) => {
    expect(juniorName(name, 'live', policy)).toBe(shown);
  });

  test('none shows the shirt number where one is known', () => {
    expect(juniorName('Kid One', 'live', 'none', 9)).toBe('9');
    expect(juniorName('Kid One', 'live', 'initials', 9)).toBe('K. O.');
  });

  test('rules NAME-3, NAME-5: staff see full names, public pages never more than initials', () => {
    expect(PUBLIC_NAMES.map((policy) => policyFor('staff', policy))).toEqual(['full', 'full', 'full']);
    expect(PUBLIC_NAMES.map((policy) => policyFor('live', policy))).toEqual(['full', 'initials', 'none']);
    expect(PUBLIC_NAMES.map((policy) => policyFor('public', policy))).toEqual(['initials', 'initials', 'none']);
  });
});

/** Everything in which a junior's name can get into a game. */
const juniorBodies: readonly Body[] = [
  { at: 0, type: 'Start' },
  { at: 1, type: 'Keeper', by: 1, byType: 'junior', with: 7, withType: 'junior' },
  { id: 5, at: 5, type: 'Goal', by: 7, byType: 'junior', with: 1, withType: 'user', label: 'Kid Seven, what a goal' },
  { id: 6, at: 6, type: 'Goal', by: 1, byType: 'user', with: 7, withType: 'junior' },
  { id: 7, at: 7, type: 'YellowCard', team: 1, scorer: 'Kid Seven' },
  { id: 8, at: 8, type: 'Goal', by: 99, byType: 'junior', team: 1, scorer: 'Kid Visitor' },
  { id: 9, at: 9, type: 'Substitution', by: 1, byType: 'junior', with: 6, withType: 'user' },
];
const under = (publicNames: PublicNames, ...more: readonly Body[]) =>
  play(game({ publicNames }), ...juniorBodies, ...more);

describe('rule NAME-2: live states', () => {
  test('have full names by default', () => {
    const match = under('full');
    expect(match.state).toBe(match.named);
    expect(JSON.stringify(match.state)).toContain('Kid Seven');
  });

  test.each(['initials', 'none'] as const)('under %s have no full name of a junior in any place', (policy) => {
    const match = under(policy);
    const text = JSON.stringify(match.state);
    for (const name of ['Kid One', 'Kid Seven', 'Kid Visitor']) expect(text).not.toContain(name);
    const seven = policy === 'none' ? 'Player' : 'K. S.';
    expect(eventOf(match, 5)).toMatchObject({
      player: { id: 7, type: 'junior', name: seven },
      label: `${seven}, what a goal`,
    });
    expect(eventOf(match, 7)?.player).toEqual({ name: seven });
    expect(boardOf(match).keepers.home?.name).toBe(policy === 'none' ? 'Player' : 'K. O.');
    expect(match.state).toMatchObject({
      goals: [
        { scorer: seven },
        { scorer: 'Ana', assister: seven },
        { scorer: policy === 'none' ? 'Player' : 'K. V.' },
      ],
    });
    // Users keep their names.
    expect(eventOf(match, 6)?.player?.name).toBe('Ana');
  });

  test('change with the policy only in names', () => {
    const { named } = under('full');
    const hidden = under('initials');
    expect(hidden.named).toEqual(named);
    expect(canonicalJson(hidden.state).replaceAll(/K\. [OSV]\./g, '')).toBe(
      canonicalJson(named).replaceAll(/Kid (One|Seven|Visitor)/g, ''),
    );
  });

  test('a user with the name of a junior keeps it', () => {
    const players = [...game().players, { type: 'user', id: 70, name: 'Kid Seven', team: 1 } as const];
    const match = play(
      game({ players, publicNames: 'none' }),
      { at: 0, type: 'Start' },
      { id: 1, at: 1, type: 'Goal', by: 70 },
    );
    expect(match.state).toMatchObject({ goals: [{ scorer: 'Kid Seven', user_id: 70 }] });
    expect(eventOf(match, 1)?.player?.name).toBe('Kid Seven');
  });

  test('name a junior of a tournament match by the tournament', () => {
    const body: Body = { id: 1, at: 1, type: 'Goal', by: 5_000, byType: 'junior', team: 'home', scorer: 'Kid Guest' };
    const match = play(cupMatch({}, { publicNames: 'initials' }), { at: 0, type: 'Start' }, body);
    expect(eventOf(match, 1)?.player?.name).toBe('K. G.');
    expect(JSON.stringify(match.state)).not.toContain('Kid Guest');
  });

  test('a changed policy changes the state of a match that is being played', () => {
    const match = under('full');
    const hidden = withFixture(match, game({ publicNames: 'initials' }), match.seq + 1);
    expect(JSON.stringify(hidden.state)).not.toContain('Kid Seven');
    expect(JSON.stringify(withFixture(hidden, game(), match.seq + 2).state)).toBe(JSON.stringify(match.state));
  });

  test('share what did not change, so that a patch is small', () => {
    const before = under('initials');
    const { match: after } = send(before, { id: 20, at: 20, type: 'Shot', by: 7, byType: 'junior' });
    const [then, now] = [boardOf(before), boardOf(after)];
    for (const [id, event] of Object.entries(then.events)) expect(now.events[id]).toBe(event);
    expect(
      after.state.kind === 'game' && before.state.kind === 'game' && after.state.goals === before.state.goals,
    ).toBe(true);
    expect(refolded(after).state).toEqual(after.state);
  });

  test('folded step by step are those folded at once, under each policy', () => {
    const body = fc.record({
      at: fc.integer({ min: 0, max: 90 }),
      type: fc.constantFrom('Start', 'Goal', 'Shot', 'Keeper', 'Break', 'Resume', 'YellowCard'),
      by: fc.constantFrom(1, 7, 4),
      byType: fc.constantFrom('user', 'junior'),
      scorer: fc.constantFrom('Kid One', 'Kid Seven', 'Ana'),
    }) satisfies fc.Arbitrary<Body>;
    fc.assert(
      fc.property(fc.constantFrom(...PUBLIC_NAMES), fc.array(body, { maxLength: 15 }), (policy, bodies) => {
        const match = bodies.reduce(
          (all, one, index) => send(all, { ...one, id: index + 1 }).match,
          empty(game({ publicNames: policy })),
        );
        expect(refolded(match).state).toEqual(match.state);
        if (policy !== 'full') expect(JSON.stringify(match.state)).not.toMatch(/Kid (One|Seven)/);
      }),
    );
  });
});

describe('rule NAME-3: what is stored and what staff read', () => {
  test('a goal list that staff wrote finds the marker of a junior, and keeps the full name', () => {
    const match = play(
      game({ publicNames: 'none' }),
      { at: 0, type: 'Start' },
      { id: 5, at: 5, type: 'Goal', by: 7, byType: 'junior' },
    );
    const goals = [{ team: '1', scorer: 'Kid Seven', minute: '6', penalty: false, own_goal: false }];
    const { match: patched } = run(match, { kind: 'goals', goals });
    expect(gameResult(patched).goals).toHaveLength(1);
    const { match: updated } = send(patched, { id: 5, at: 5, type: 'Goal', by: 7, byType: 'junior', label: 'again' });
    expect(gameResult(updated).goals).toMatchObject([{ scorer: 'Kid Seven' }]);
    expect(updated.state).toMatchObject({ goals: [{ scorer: 'Player' }] });
    expect(openMatch({ ...updated, markers: [...updated.markers.values()] }).named).toEqual(updated.named);
  });

  test('listings have full names for staff, and those of the live state for others', () => {
    const match = under('initials');
    const full = JSON.stringify(listingOf(match));
    for (const name of ['Kid One', 'Kid Seven', 'Kid Visitor']) expect(full).toContain(name);
    expect(JSON.stringify(listingOf(match, 'live'))).not.toMatch(/Kid (One|Seven|Visitor)/);
    expect(listingOf(under('full'), 'live')).toEqual(listingOf(under('full')));
  });
});
