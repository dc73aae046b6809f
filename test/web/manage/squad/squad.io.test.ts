// The pages of a squad, without scripts: rules SQUAD-4 to SQUAD-10.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, shownLink, useLink } from '../../../support/account-links.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { openVisitor, signIn, type Shown, type Visitor } from '../../../support/visitor.ts';
import { workbookOf, workbookOfTwo } from '../../../support/workbook.ts';
import { ADMIN_TOKEN, TOKENS } from '../../../support/world/tokens.ts';

const CLUB = '/manage/clubs/riverside-fc';
const SQUAD = `${CLUB}/squad`;
const IMPORT = `${SQUAD}/import`;

type Exported = { clubs: { slug: string; public_names: string; members: unknown[]; juniors: unknown[] }[] };

let gateway: TestGateway;
/** Owner, moderator and member of Riverside, and a person who is none of them. */
let visitors: Readonly<Record<'ana' | 'rui' | 'max' | 'pia', Visitor>>;
beforeAll(async () => {
  gateway = await openTestGateway();
  const [ana, rui, max, pia] = await Promise.all([
    signIn(gateway, 'user1@example.org'),
    signIn(gateway, 'user2@example.org'),
    signIn(gateway, 'user4@example.org'),
    signIn(gateway, 'user5@example.org'),
  ]);
  visitors = { ana, rui, max, pia };
});
afterAll(() => gateway.close());

const club = async () => {
  const { body } = await gateway.call<Exported>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
  const found = body.clubs.find(({ slug }) => slug === 'riverside-fc');
  if (found === undefined) throw new Error('The club is gone.');
  return found;
};
const people = async (): Promise<number> => {
  const { members, juniors } = await club();
  return members.length + juniors.length;
};
/** The link to a person of the squad. */
async function linkOf(visitor: Visitor, name: string): Promise<string> {
  const { html } = await visitor.get(SQUAD);
  const [, link] =
    new RegExp(`href="(${SQUAD}/(?:member|junior)/\\d+)">(?:(?!</a>).)*<bdi>${name}</bdi>`).exec(html) ?? [];
  if (link === undefined) throw new Error(`${name} is not in the squad.`);
  return link;
}
const hidden = ({ html }: Shown): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(form_key|etag|shown_at)" value="([^"]+)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')],
    ),
  );
const problems = ({ html }: Shown): string[] =>
  [...html.matchAll(/<p id="cell-(\d+-\d+)-error" class="error">/g)].map(([, cell = '']) => cell);
const tableIn = ({ html }: Shown): string =>
  (/<textarea name="table"[^>]*>\n([^<]*)</.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('rule SQUAD-8: the pages of a squad', () => {
  it('are for staff, and take only forms that were shown to them', async () => {
    for (const page of [SQUAD, IMPORT, `${SQUAD}/member/3`]) {
      const statuses = await Promise.all(
        Object.values(visitors).map(async (visitor) => (await visitor.get(page)).status),
      );
      expect([page, ...statuses]).toEqual([page, 200, 200, 403, 200]);
      expect((await openVisitor(gateway).get(page)).status).toBe(303);
    }
    const before = await people();
    const stranger = { csrf: 'made-up' };
    expect((await visitors.ana.post(SQUAD, { ...stranger, kind: 'member', name: 'X', form_key: 'k' })).status).toBe(
      403,
    );
    expect((await visitors.ana.upload(IMPORT, { ...stranger, action: 'import' }, Buffer.from('X'))).status).toBe(403);
    expect((await visitors.max.post(IMPORT, { table: 'X', action: 'import' })).status).toBe(403);
    expect((await visitors.max.post(`${SQUAD}/member/3`, { name: 'X' })).status).toBe(403);
    expect(await people()).toBe(before);
  });

  it('add members and juniors by name, once for each form', async () => {
    const { ana } = visitors;
    const { form_key = '' } = hidden(await ana.get(SQUAD));
    const sent = { kind: 'junior', name: 'Kai <Odé>', number: '7', position: 'forward', role: 'Owner', form_key };
    expect((await ana.post(SQUAD, sent)).location).toBe(`${SQUAD}?done=added`);
    expect((await ana.post(SQUAD, sent)).location).toBe(`${SQUAD}?done=added`);
    const { html } = await ana.get(SQUAD);
    expect(html.split('Kai &lt;Odé>')).toHaveLength(2);
    expect((await club()).juniors).toHaveLength(2);
  });

  it('name what is wrong at its field, and keep what was typed', async () => {
    const { ana } = visitors;
    const { form_key = '' } = hidden(await ana.get(SQUAD));
    const taken = await ana.post(SQUAD, { kind: 'member', name: 'Nuno', number: '9', position: '', form_key });
    expect([taken.status, taken.html.includes('Another active member wears this number.')]).toEqual([422, true]);
    expect(taken.html).toContain('value="Nuno"');
    const wrong = await ana.post(SQUAD, { kind: 'member', name: ' ', number: 'x', position: '', form_key });
    expect(wrong.html).toContain('Enter the name.');
    expect(wrong.html).toContain('A shirt number is a whole number from 1 to 99.');
  });

  it('change a person, unless another person did so first', async () => {
    const { ana, rui } = visitors;
    const link = await linkOf(ana, 'Eva Lopes');
    const shown = await ana.get(link);
    const same = { name: 'Eva Lopes', position: 'defender', role: 'Member', status: 'active' };
    const byRui = { ...same, number: '31', ...hidden(await rui.get(link)) };
    expect((await rui.post(link, byRui)).location).toBe(`${SQUAD}?done=saved`);
    // A mistake does not make the form a current one.
    const wrong = await ana.post(link, { ...same, number: 'x', ...hidden(shown) });
    const stale = await ana.post(link, { ...same, number: '30', ...hidden(wrong) });
    expect([stale.status, stale.html.includes('Rui Costa has changed this in the meantime')]).toEqual([422, true]);
    expect((await ana.post(link, { ...same, number: '30', ...hidden(stale) })).status).toBe(303);
    const renamed = { ...same, name: 'Another', number: '30', ...hidden(await ana.get(link)) };
    expect((await ana.post(link, renamed)).html).toContain(
      'This person has an account or is in another club or tournament',
    );
    expect((await ana.get(`${SQUAD}/member/999`)).status).toBe(404);
  });

  it('give roles to owners only, and keep the last owner', async () => {
    const { ana, rui } = visitors;
    const link = await linkOf(rui, 'Eva Lopes');
    const shown = await rui.get(link);
    expect(shown.html).not.toContain('name="role"');
    const taking = { name: 'Ana Silva', number: '9', position: '', status: 'former' };
    const refused = await rui.post(`${SQUAD}/member/1`, { ...taking, ...hidden(await rui.get(`${SQUAD}/member/1`)) });
    expect(refused.html).toContain('Only an owner of the club gives or takes this role.');
    const own = await ana.get(`${SQUAD}/member/1`);
    expect(own.html).toContain('name="role"');
    const left = { name: 'Ana Silva', number: '9', position: '', role: 'Member', status: 'active', ...hidden(own) };
    expect((await ana.post(`${SQUAD}/member/1`, left)).html).toContain('This is the last owner of the club.');
  });

  it('invite a member by a link, who sets an e-mail address and a first password', async () => {
    const { ana } = visitors;
    const { form_key = '' } = hidden(await ana.get(SQUAD));
    await ana.post(SQUAD, { kind: 'member', name: 'Nia Neu', number: '', position: '', role: 'Member', form_key });
    const { html } = await ana.get(await linkOf(ana, 'Nia Neu'));
    const [, person = ''] = /href="\/manage\/clubs\/riverside-fc\/invitations\?person=(\d+)"/.exec(html) ?? [];
    await ana.get(`${CLUB}/invitations?person=${person}`);
    const link = shownLink(await ana.post(`${CLUB}/invitations`, { action: 'make_link', person }));
    const set = (email: string) => useLink(gateway, link, 'set', { email });
    expect((await set('nia')).html).toContain('Enter one e-mail address');
    expect((await set('User1@example.org')).html).toContain('There is an account with this e-mail address already.');
    expect((await set(' Nia@example.org ')).location).toBe('/link?done=accepted');
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    expect((await visitor.post('/sign-in', { email: 'nia@example.org', password: NEW_PASSWORD })).status).toBe(303);
    expect((await ana.get(await linkOf(ana, 'Nia Neu'))).html).toContain('This person has an account and can sign in.');
  });

  it('set how juniors are named', async () => {
    expect((await visitors.rui.post(SQUAD, { action: 'names', names: 'initials' })).status).toBe(303);
    expect((await club()).public_names).toBe('initials');
    expect((await visitors.rui.post(SQUAD, { action: 'names', names: 'nicknames' })).status).toBe(400);
  });
});

describe('rule SQUAD-9: an import', () => {
  const rows = Array.from({ length: 500 }, (_, at) => [
    `Player ${at + 1}`,
    '',
    'GK',
    at % 2 === 0 ? 'junior' : 'member',
  ]);
  const head = ['Name', 'Number', 'Position', 'Type'];
  const csv = (all: readonly (readonly string[])[]): Buffer =>
    Buffer.from([head, ...all].map((row) => row.join(';')).join('\r\n'));

  it('of 500 rows with 7 faults shows just these, and imports 500 when they are mended', async () => {
    const { ana } = visitors;
    const mended: Readonly<Record<string, string>> = {
      'cell-4-0': 'Player 4',
      'cell-51-1': '',
      'cell-100-1': '',
      'cell-201-2': 'Goalkeeper',
      'cell-302-3': 'member',
      'cell-403-0': 'Player 403',
      'cell-500-0': 'Player 500',
    };
    const broken = rows.map((row) => [...row]);
    const wrong = ['', '0', 'nine', 'tree', 'robot', 'player 17', 'x'.repeat(210)];
    const places = [
      [3, 0],
      [50, 1],
      [99, 1],
      [200, 2],
      [301, 3],
      [402, 0],
      [499, 0],
    ] as const;
    for (const [index, [row, column]] of places.entries()) broken[row]?.splice(column, 1, wrong[index] ?? '');
    const before = await people();
    await ana.get(IMPORT);
    const shown = await ana.upload(IMPORT, { kind: 'member', table: '' }, csv(broken));
    expect([shown.status, problems(shown)]).toEqual([
      422,
      Object.keys(mended).map((name) => name.slice('cell-'.length)),
    ]);
    expect(shown.html).toContain('7 cells are wrong');
    expect(shown.html).toContain('Row 404, Name');
    expect(shown.html).toContain('The same name is in row 18.');

    const table = tableIn(shown);
    const still = await ana.post(IMPORT, { kind: 'member', table, ...mended, 'cell-4-0': '', action: 'import' });
    expect([still.status, problems(still)]).toEqual([422, ['4-0']]);
    expect(await people()).toBe(before);
    const right = await ana.post(IMPORT, { kind: 'member', table: tableIn(still), 'cell-4-0': 'Player 4' });
    expect(right.status).toBe(200);
    for (const text of ['250 new members', '250 new juniors', 'Import 500 people']) expect(right.html).toContain(text);
    expect(await people()).toBe(before);

    const done = await ana.post(IMPORT, { kind: 'member', table: tableIn(right), action: 'import' });
    expect(done.location).toBe(`${SQUAD}?done=imported&count=500`);
    expect(await people()).toBe(before + 500);
    expect((await ana.get(done.location)).html).toContain('500 people are imported.');
    const again = await ana.post(IMPORT, { kind: 'member', table: tableIn(right), action: 'import' });
    expect([again.status, again.html.includes('There is nothing to import.')]).toEqual([200, true]);
    const { html } = await ana.get('/clubs/riverside-fc/integrations');
    expect(html.match(/imported a table of 500 people/g)).toHaveLength(1);
  });

  it('leaves rows out on request, and takes workbooks', async () => {
    const { rui } = visitors;
    const sheet = workbookOf([
      ['Spieler', 'Nr.'],
      ['Max Mustermann', 61],
      ['Summe', 200],
      ['Mia Muster', 62],
    ]);
    const shown = await rui.upload(IMPORT, { kind: 'member', table: '' }, sheet);
    expect(problems(shown)).toEqual(['2-1']);
    const done = await rui.post(IMPORT, { kind: 'member', table: tableIn(shown), 'out-2': 'yes', action: 'import' });
    expect(done.location).toBe(`${SQUAD}?done=imported&count=2`);
    const { body } = await gateway.call<{ players: { name: string }[] }>('GET', 'clubs/riverside-fc/players', {
      token: TOKENS.club,
    });
    expect(body.players.map(({ name }) => name)).toEqual(expect.arrayContaining(['Max Mustermann', 'Mia Muster']));
  });

  it('rule SQUAD-7: says that only the first sheet of a workbook is read', async () => {
    const { rui } = visitors;
    const people = [['Spieler'], ['Max Erstblatt']];
    const send = (file: Uint8Array) => rui.upload(IMPORT, { kind: 'member', table: '' }, file);
    const note = 'The file has more than one sheet. Only the first one is read.';
    expect((await send(workbookOfTwo(people, [['Mia']], 'visible'))).html).toContain(note);
    expect((await send(workbookOfTwo(people, [['Mia']], 'hidden'))).html).not.toContain(note);
    const empty = await send(workbookOfTwo([], people, 'visible'));
    expect([empty.status, empty.html.includes('The first sheet of the file is empty')]).toEqual([422, true]);
  });

  it('keeps cells with semicolons from page to page', async () => {
    const { rui } = visitors;
    const sheet = workbookOf([
      ['Spieler', 'Nr.;'],
      ['Ada; Eins', 200],
    ]);
    const shown = await rui.upload(IMPORT, { kind: 'member', table: '' }, sheet);
    expect(problems(shown)).toEqual(['1-1']);
    const checked = await rui.post(IMPORT, { kind: 'member', table: tableIn(shown), 'cell-1-1': '63' });
    expect(problems(checked)).toEqual([]);
    expect(checked.html).toContain('<bdi>Ada; Eins</bdi>');
  });

  it('rule SQUAD-7: says what to do with a table that cannot be read, and keeps the text', async () => {
    const { ana } = visitors;
    const post = async (table: string) => (await ana.post(IMPORT, { kind: 'junior', table })).html;
    for (const table of ['', 'Name;Nummer\n']) expect(await post(table)).toContain('The table is empty.');
    expect(await post('1;2\n3;4')).toContain('No column has names.');
    const unclosed = await post('name\n"Ana');
    expect(unclosed).toContain('A quotation mark in the table is not closed.');
    expect(unclosed).toContain('name\n&quot;Ana</textarea>');
    const old = await ana.upload(IMPORT, { table: '' }, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]));
    expect([old.status, old.html.includes('older Excel format')]).toEqual([422, true]);
    const large = await ana.upload(IMPORT, { table: '' }, new Uint8Array(3 * 1_048_576));
    expect(large.status).toBe(413);
    const lines = await ana.upload(IMPORT, { table: '' }, Buffer.from('a\r\n'.repeat(20_001)));
    expect(lines.status).toBe(413);
  });
});

describe('rule SQUAD-10: a member', () => {
  it('leaves a club after a question, but the last owner stays', async () => {
    const { ana, max } = visitors;
    expect((await max.get('/me/clubs')).html).toContain('/me/clubs?ask=leave&amp;club=riverside-fc');
    expect((await max.get('/me/clubs?ask=leave&club=riverside-fc')).html).toContain('Leave Riverside FC?');
    expect((await max.post('/me/clubs', { club: 'hilltop' })).status).toBe(404);
    expect((await max.post('/me/clubs', { csrf: 'made-up', club: 'riverside-fc' })).status).toBe(403);
    expect((await max.post('/me/clubs', { club: 'riverside-fc' })).location).toBe('/me/clubs?done=left');
    expect((await max.get('/me/clubs?done=left')).html).toContain('You are not a member of a club.');
    await ana.get('/me/clubs?ask=leave&club=riverside-fc');
    const refused = await ana.post('/me/clubs', { club: 'riverside-fc' });
    expect([refused.status, refused.html.includes('You are the last owner of this club.')]).toEqual([409, true]);
  });
});
