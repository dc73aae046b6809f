// Two people change the same tournament: the second one sees what the first one saved (rule MANAGE-11).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn, type Visitor } from '../../../support/visitor.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const words = pageLanguages.en;
const SETTINGS = '/manage/tournaments/autumn-cup/settings';
const LINEUPS = '/manage/tournaments/autumn-cup/matches/702/lineups';

let gateway: TestGateway;
let ana: Visitor;
let rui: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  [ana, rui] = await Promise.all([signIn(gateway), signIn(gateway, 'user2@example.org')]);
});
afterAll(() => gateway.close());

type Settings = { tournament: Readonly<Record<string, unknown>> };
const stored = async () =>
  (await gateway.call<Settings>('GET', 'tournaments/autumn-cup/settings', { token: TOKENS.app })).body.tournament;

describe('rule MANAGE-11: another change came first', () => {
  it('to the settings of a tournament: both versions are shown, and what the form does not show stays', async () => {
    const before = await stored();
    const [first, second] = [formFields((await ana.get(SETTINGS)).html), formFields((await rui.get(SETTINGS)).html)];
    expect((await ana.post(SETTINGS, { ...first, location: 'North Park' })).location).toBe(`${SETTINGS}?done=saved`);
    const wrong = await rui.post(SETTINGS, { ...second, location: 'South Park', half_minutes: '0' });
    expect([wrong.status, wrong.html.includes(words.tournament.faults.minutes(1, 600))]).toEqual([422, true]);
    const stale = await rui.post(SETTINGS, { ...formFields(wrong.html), half_minutes: '17', tie1: 'fair_play' });
    expect([stale.status, stale.html.includes('Ana Silva has changed this in the meantime')]).toEqual([422, true]);
    expect(stale.html).toMatch(/Place<\/th><td[^>]*><bdi>North Park<\/bdi><\/td><td[^>]*><bdi>South Park<\/bdi><\/td>/);
    expect(stale.html).toContain('<bdi>Fair play</bdi>');
    expect(stale.html).toContain(words.tournament.fileAdvice);
    expect((await stored())['location']).toBe('North Park');
    expect((await rui.post(SETTINGS, formFields(stale.html))).status).toBe(303);
    const { match_format: format, ...after } = await stored();
    expect(after).toMatchObject({ location: 'South Park', start_date: before['start_date'] });
    expect(format).toEqual({ ...(before['match_format'] as object), half_minutes: 17 });
  });

  it('rule NAME-1: the settings say how juniors are named, and both versions of it', async () => {
    const [first, second] = [formFields((await ana.get(SETTINGS)).html), formFields((await rui.get(SETTINGS)).html)];
    expect(first['names']).toBe('full');
    expect((await ana.post(SETTINGS, { ...first, names: 'initials' })).status).toBe(303);
    expect((await stored())['public_names']).toBe('initials');
    const stale = await rui.post(SETTINGS, { ...second, names: 'none' });
    const { initials, none } = words.squad.publicNames;
    expect(stale.html).toContain(`<bdi>${initials}</bdi></td>`);
    expect(stale.html).toContain(`<bdi>${none}</bdi></td>`);
    expect((await rui.post(SETTINGS, formFields(stale.html))).status).toBe(303);
    expect((await stored())['public_names']).toBe('none');
    await rui.post(SETTINGS, { ...formFields((await rui.get(SETTINGS)).html), names: 'nicknames' });
    expect((await stored())['public_names']).toBe('none');
  });

  it('to the line-ups of a match: the players who differ are listed', async () => {
    const [first, second] = [formFields((await ana.get(LINEUPS)).html), formFields((await rui.get(LINEUPS)).html)];
    expect((await ana.post(LINEUPS, { ...first, 'p.1': 'starters', 'n.1': '9' })).status).toBe(303);
    const stale = await rui.post(LINEUPS, { ...second, 'p.1': 'substitutes', 'p.2': '' });
    expect([stale.status, stale.html.includes('Ana Silva has changed this in the meantime')]).toEqual([422, true]);
    expect(stale.html).toMatch(/Ana Silva<\/th><td[^>]*><bdi>starts 9<\/bdi><\/td><td[^>]*><bdi>bench<\/bdi><\/td>/);
    expect(stale.html).not.toContain(words.staff.stale.same);
  });
});
