// The form that makes the matches of a tournament: what is wrong is told in the words of the page.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn } from '../../../support/visitor.ts';

const PAGE = '/manage/tournaments/autumn-cup/fixtures';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

it.for([
  ['match_minutes', '0', 'from 1 to 1440'],
  ['match_minutes', '1441', 'from 1 to 1440'],
  ['break_minutes', 'x', 'from 0 to 1440'],
] as const)('%s of %s names the numbers that it may have', async ([name, value, range]) => {
  const ana = await signIn(gateway);
  const form = { ...formFields((await ana.get(PAGE)).html), pitches: 'Main', do: 'preview' };
  const { status, html } = await ana.post(PAGE, { ...form, [name]: value });
  expect(status).toBe(422);
  expect(html).toContain(`Type a whole number of minutes ${range}.`);
  expect(html).not.toContain('Too small');
});

it('the matches are shown at an address of their own, with values too long for one at once', async () => {
  const ana = await signIn(gateway);
  const form = { ...formFields((await ana.get(PAGE)).html), do: 'preview' };
  const short = await ana.post(PAGE, { ...form, pitches: 'Main' });
  expect([short.status, short.location.startsWith(`${PAGE}?do=preview&`)]).toEqual([303, true]);
  const shown = await ana.get(short.location);
  const pitches = Array.from({ length: 50 }, (_, index) => `Pitch ${index} ${'x'.repeat(40)}`);
  const long = await ana.post(PAGE, { ...form, pitches: pitches.join('\n') });
  for (const { status, html } of [shown, long]) expect([status, html.includes('id="preview"')]).toEqual([200, true]);
});
