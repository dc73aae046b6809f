// The second click of a double-click (rule PAGE-48).
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { formFields } from '../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { idIn, signIn, type Visitor } from '../support/visitor.ts';

const INVITATIONS = '/manage/clubs/riverside-fc/invitations';
let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => gateway.close());

/** Sends the form as a browser does for a click. */
const click = (visitor: Visitor, form: Record<string, string>) =>
  visitor.post(INVITATIONS, form, { 'sec-fetch-user': '?1' });

/** `after`: ms from now. A busy machine may take longer than the time of a double-click for one of its forms. */
function stopClock(after: number): void {
  const now = performance.now() + after;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}

/** The form that withdraws a new invitation. */
async function invited(email: string): Promise<Record<string, string>> {
  const form = formFields((await ana.get(INVITATIONS)).html);
  const { status } = await ana.post(INVITATIONS, { ...form, action: 'invite', email, role: 'Member' });
  expect(status).toBe(200);
  const { html } = await ana.get(INVITATIONS);
  return { action: 'withdraw', invitation: idIn(html.slice(html.indexOf(email)), /name="invitation" value="([^"]+)"/) };
}

it('rule PAGE-48: both clicks lead to the page of the first, at once or one after the other', async () => {
  const together = await invited('together@example.org');
  const both = await Promise.all([click(ana, together), click(ana, together)]);
  expect(both.map(({ location }) => location)).toEqual(Array(2).fill(`${INVITATIONS}?done=withdrawn`));
  const inTurn = await invited('in-turn@example.org');
  stopClock(0);
  for (const nth of ['first', 'second']) {
    expect([nth, (await click(ana, inTurn)).location]).toEqual([nth, `${INVITATIONS}?done=withdrawn`]);
  }
});

it('rule PAGE-48: another form and another session are read', async () => {
  const form = await invited('once@example.org');
  expect((await click(ana, form)).status).toBe(303);
  expect((await ana.post(INVITATIONS, form)).status, 'from no click').toBe(404);
  const other = await signIn(gateway);
  await other.get(INVITATIONS);
  expect((await click(other, form)).status).toBe(404);
  expect((await click(ana, { ...form, more: '1' })).status).toBe(404);
});

it('rule PAGE-48: a form with mistakes is read each time', async () => {
  const form = { action: 'invite', email: 'no address', role: 'Member' };
  for (const nth of ['first', 'second']) expect([nth, (await click(ana, form)).status]).toEqual([nth, 422]);
});

it('rule PAGE-48: a later repeat is read', async () => {
  const form = await invited('late@example.org');
  expect((await click(ana, form)).status).toBe(303);
  stopClock(2_100);
  expect((await click(ana, form)).status).toBe(404);
});
