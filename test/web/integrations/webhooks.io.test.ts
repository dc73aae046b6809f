// The pages of webhooks as a browser without scripts uses them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { pageLanguages } from '../../../src/browser/shared/page-languages.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { rememberSecret } from '../../support/log-secrets.ts';
import { idIn, signIn, type Visitor } from '../../support/visitor.ts';
import { openReceiver, type Receiver } from '../../support/webhook-receiver.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const PAGE = '/clubs/riverside-fc/integrations';
const WEBHOOKS = `${PAGE}/webhooks`;

let gateway: TestGateway;
let receiver: Receiver;
/** Owner of Riverside; owner of Hilltop. */
let ana: Visitor;
let eva: Visitor;
beforeAll(async () => {
  receiver = await openReceiver();
  gateway = await openTestGateway({
    timing: { webhookGatherMs: 5, webhookAttemptMs: 60_000, webhookPollMs: 20, webhookDelays: [], webhookAgainMs: 0 },
  });
  ana = await signIn(gateway);
  eva = await signIn(gateway, 'user3@example.org');
});
afterAll(async () => {
  await gateway.close();
  await receiver.close();
});

describe('the pages of webhooks', () => {
  it('make one, show its secret once, tell when it is paused, send again, resume and delete', async () => {
    expect((await ana.get(PAGE)).html).toContain(`href="${WEBHOOKS}"`);
    expect((await ana.get(WEBHOOKS)).html).toContain('There are no webhooks now.');
    const made = await ana.post(WEBHOOKS, { url: receiver.url, events: 'card' });
    expect(made.status, made.html).toBe(200);
    const secret = idIn(made.html, /id="secret"[^>]* value="([^"]+)"/);
    rememberSecret(secret);
    expect(secret).toMatch(/^whsec_[\w+/=]{44}$/);
    const page = idIn((await ana.get(WEBHOOKS)).html, /href="(\/clubs\/riverside-fc\/integrations\/webhooks\/[\w-]+)"/);
    for (const address of [PAGE, WEBHOOKS, page]) expect((await ana.get(address)).html).not.toContain(secret);

    receiver.answer = (response) => void response.writeHead(500).end('<b>down</b>');
    const body = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'RedCard', primary_player_pc_id: '1' };
    await gateway.call('POST', 'games/sunday-5s/marker', {
      token: TOKENS.club,
      body: { ...body, primary_player_type: 'user' },
    });
    await expect.poll(async () => (await ana.get(PAGE)).html).toContain('A webhook is paused.');
    const shown = (await ana.get(page)).html;
    expect(shown).toContain('did not take a message in 1 attempts');
    expect(shown).toContain('&lt;b>down&lt;/b>');

    receiver.answer = (response) => void response.writeHead(204).end();
    const delivery = idIn(shown, /name="delivery" value="([\w-]+)"/);
    const sent = await ana.post(page, { action: 'send', delivery });
    expect([sent.status, sent.location]).toEqual([303, `${page}?done=sent`]);
    expect(receiver.received.map(({ id }) => id)).toEqual([delivery, delivery]);
    expect((await ana.post(page, { action: 'resume' })).location).toBe(`${page}?done=resumed`);
    await receiver.until(3);
    expect((await ana.get(`${page}?done=resumed`)).html).not.toContain('This webhook is paused.');

    expect((await ana.get(`${page}?ask=rotate`)).html).toContain('For 24 hours');
    const rotated = await ana.post(page, { action: 'rotate' });
    rememberSecret(idIn(rotated.html, /id="secret"[^>]* value="([^"]+)"/));
    expect((await ana.get(page)).html).toContain('Messages are signed with the earlier one too');
    expect((await ana.get(`${page}?ask=delete`)).html).toContain('Your server gets no more messages.');
    expect((await ana.post(page, { action: 'delete' })).location).toBe(`${WEBHOOKS}?done=deleted`);
    expect((await ana.get(page)).status).toBe(404);
    expect((await ana.get(PAGE)).html).toContain(
      'Ana Silva</td><td role="cell" data-label="What">deleted the webhook to http',
    );
  });

  it('refuse a wrong address and no event, and show the form again', async () => {
    await ana.get(WEBHOOKS);
    const wrong = await ana.post(WEBHOOKS, { url: 'http://10.0.0.1/"x', events: 'goal' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('It must begin with https://.');
    expect(wrong.html).toContain('value="http://10.0.0.1/&quot;x"');
    expect([...wrong.html.matchAll(/name="events" value="(\w+)" checked/g)].map(([, event]) => event)).toEqual([
      'goal',
    ]);
    expect((await ana.post(WEBHOOKS, { url: receiver.url })).html).toContain('Choose at least one event.');
    expect((await ana.get(WEBHOOKS)).html).toContain('There are no webhooks now.');
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('rule PAGE-21: are in %s', async (language) => {
    const { webhooks: words } = pageLanguages[language];
    const visitor = await signIn(gateway);
    const { html } = await visitor.get(`${WEBHOOKS}?lang=${language}`);
    for (const text of [words.none, words.urlHint, words.events.goal]) expect(html).toContain(text);
    expect(/<input[^>]* name="url"[^>]*>/.exec(html)?.[0]).toContain(' dir="ltr"');
    const none = await visitor.post(WEBHOOKS, { url: receiver.url });
    expect([none.status, none.html.includes(words.chooseEvent)]).toEqual([422, true]);
    for (const [url, text] of [
      ['app.example', words.addressFaults.not_absolute],
      ['http://app.example/', words.addressFaults.not_https],
      ['https://user@app.example/', words.addressFaults.has_user],
      ['https://app.example/#part', words.addressFaults.has_fragment],
      ['https://10.0.0.1/', words.addressFaults.not_public],
      [`https://app.example/${'a'.repeat(2_000)}`, words.longAddress(2_000)],
    ] as const) {
      const refused = await visitor.post(WEBHOOKS, { url, events: 'goal' });
      expect([refused.status, refused.html.includes(text), refused.html.includes('Must ')]).toEqual([422, true, false]);
    }
    expect((await visitor.get(PAGE)).html).toContain(words.about.club);
    for (const text of ['A webhook', 'Your server', 'Make a']) expect(html).not.toContain(text);
  });

  it('rule HOOK-3: are for the staff of the club', async () => {
    expect((await eva.get(WEBHOOKS)).status).toBe(403);
    expect((await eva.post(WEBHOOKS, { url: receiver.url, events: 'goal' })).status).toBe(403);
    expect((await eva.get(`${WEBHOOKS}/${randomUUID()}`)).status).toBe(403);
  });
});
