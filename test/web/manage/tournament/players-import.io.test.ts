// The import of players by a table: rules PLAN-11 and SQUAD-5.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/browser/shared/language.ts';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn, type Shown, type Visitor } from '../../../support/visitor.ts';
import { workbookOf } from '../../../support/workbook.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const IMPORT = '/manage/tournaments/autumn-cup/players/import';
const en = pageLanguages.en;
let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

type Stored = { player: { name: string; team_id: number | null } };
const wrongCells = ({ html }: Shown): string[] =>
  [...html.matchAll(/<p id="cell-(\d+-\d+)-error" class="error">/g)].map(([, cell = '']) => cell);
const tableIn = ({ html }: Shown): string =>
  (/<textarea name="table"[^>]*>\n([^<]*)</.exec(html)?.[1] ?? '').replaceAll('&quot;', '"');
const count = async (): Promise<number> =>
  (await ana.get('/manage/tournaments/autumn-cup/players')).html.split('/edit"').length - 1;
const teamNames = async (): Promise<string[]> => {
  const { html } = await ana.get(IMPORT);
  return [...html.matchAll(/<option value="\d+"[^>]*>([^<]+)<\/option>/g)].map(([, name = '']) => name);
};

it('rule PLAN-11: shows each fault at its cell, stores nothing before all are mended, and then all', async () => {
  const [lions = '', tigers = ''] = await teamNames();
  const before = await count();
  const rows = [
    ['Name', 'Number', 'Team', 'Captain'],
    ['Nia New', '88', lions, 'yes'],
    ['Leo New', '88', lions, ''],
    ['Eli New', '', 'Nowhere', ''],
    ['Ida New', '', tigers, 'perhaps'],
  ];
  const shown = await ana.upload(IMPORT, { team: '', table: '', action: 'import' }, workbookOf(rows));
  expect([shown.status, wrongCells(shown)]).toEqual([422, ['2-1', '3-2', '4-3']]);
  expect(await count()).toBe(before);
  const mended = { 'cell-2-1': '89', 'cell-3-2': tigers, 'cell-4-3': 'no' };
  const right = await ana.post(IMPORT, { team: '', table: tableIn(shown), ...mended });
  expect([right.status, right.html.includes(en.tournament.import.newPlayers(4))]).toEqual([200, true]);
  expect(await count()).toBe(before);
  const done = await ana.post(IMPORT, { team: '', table: tableIn(right), action: 'import' });
  expect(done.location).toBe('/manage/tournaments/autumn-cup/players?done=imported');
  expect((await ana.get(done.location)).html).toContain(en.tournament.notices.imported);
  expect(await count()).toBe(before + 4);
  const again = await ana.post(IMPORT, { team: '', table: tableIn(right), action: 'import' });
  expect([again.status, again.html.includes(en.tournament.import.nothing)]).toEqual([200, true]);
  const { html } = await ana.get('/tournaments/autumn-cup/integrations');
  expect(html.match(/imported a table of 4 people/g)).toHaveLength(1);
});

it('rule PLAN-11: pasted names get the team of the form, which the page of a team chooses', async () => {
  expect((await ana.get(`${IMPORT}?team=72`)).html).toMatch(/<option value="72" selected/);
  const shown = await ana.post(IMPORT, { team: '72', table: 'Una New\nOla New' });
  expect(shown.html).toContain('<input type="hidden" name="team" value="72"/>');
  await ana.post(IMPORT, { team: '72', table: tableIn(shown), action: 'import' });
  const { html } = await ana.get('/manage/tournaments/autumn-cup/players');
  const [, id = ''] = /players\/(\d+)\/edit" aria-label="[^"]*Una New"/.exec(html) ?? [];
  const { body } = await gateway.call<Stored>('GET', `tournaments/autumn-cup/players/${id}`, { token: TOKENS.app });
  expect(body.player).toMatchObject({ name: 'Una New', team_id: 72 });
});

it('rule PLAN-11: others get no page, and none of its forms', async () => {
  const hilltop = await signIn(gateway, 'user3@example.org');
  expect((await hilltop.get(IMPORT)).status).toBe(403);
  expect((await hilltop.post(IMPORT, { table: 'X', action: 'import' })).status).toBe(403);
});

it.each(LANGUAGES)('rule SQUAD-5: faults are in the language of the visitor: %s', async (language) => {
  const words = pageLanguages[language].squad.table;
  const { html } = await ana.get(IMPORT, { 'accept-language': language });
  expect(html).toContain(pageLanguages[language].tournament.import.usual);
  const table = 'Name,Number,Team\nX,0,Nowhere\n,,';
  const { html: shown } = await ana.post(IMPORT, { table }, { 'accept-language': language });
  for (const text of [words.faults.bad_number, words.faults.bad_team, words.nothingStored])
    expect(shown).toContain(text);
});
