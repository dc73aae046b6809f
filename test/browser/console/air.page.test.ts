// The director's page: its buttons appear on a screen and on an overlay of the match, and are taken off (rules PAGE-22, PAGE-23).
import { randomUUID } from 'node:crypto';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotFrame } from '../../../protocol/wire/down.ts';
import { complaintsOf, openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { worldWithResults } from '../../support/world/world-with-results.ts';

const site = openSiteForTests({ data: worldWithResults() });
const complaints: (readonly string[])[] = [];
let director: Page;
let screen: Page;
let overlay: Page;
/** An overlay that does not follow the director. */
let alone: Page;

async function open(address: string, viewport = { width: 1280, height: 720 }): Promise<Page> {
  const page = await site.browser.newPage({ viewport });
  complaints.push(complaintsOf(page));
  await page.goto(site.gateway.url + address);
  return page;
}
const post = (type: string, more: object = {}) =>
  site.gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
    token: TOKENS.tournament,
    body: { id: randomUUID(), type, timestamp: new Date().toISOString(), ...more },
  });
const seqOf = async (channel: string): Promise<number> =>
  (await site.gateway.call<SnapshotFrame>('GET', `live/${channel}`, { token: TOKENS.tournament })).body.seq;
const shown = (page: Page, name: string) => page.getByTestId(name).first().waitFor();
const gone = (page: Page, name: string) => page.getByTestId(name).first().waitFor({ state: 'detached' });
const viewToken = () => site.gateway.viewToken(TOKENS.tournament, 'match:701');
const both = (act: (page: Page) => Promise<void>) => Promise.all([screen, overlay].map(act));

beforeAll(async () => {
  // Before the kick-off there is no score, as on the screens.
  const early = await open(`/console/match:701/air#token=${TOKENS.tournament}`);
  await early.getByTestId('score').getByText('v', { exact: true }).waitFor();
  await early.close();
  await post('Start');
  await post('Goal', { team: 'home', primary_player_pc_id: '1', primary_player_type: 'user' });
  const token = await viewToken();
  director = await open(`/console/match:701/air#token=${TOKENS.tournament}`);
  screen = await open(`/screen/match:701?token=${token}`);
  overlay = await open(`/overlay/match:701?token=${token}&animation=off`);
  alone = await open(`/overlay/match:701?token=${token}&director=off`);
  await director.getByTestId('air-now').waitFor();
  await both((page) => shown(page, 'score'));
});

describe('the director', () => {
  it('rule PAGE-22: brings panels, a text and the added time on air, and takes them off', async () => {
    const seq = await seqOf('match:701');
    await director.locator('[data-panel=lineups]').click();
    await Promise.all([shown(screen, 'lineups'), shown(overlay, 'lineup')]);
    // One panel at a time.
    await director.keyboard.press('s');
    await Promise.all([shown(screen, 'statistics'), shown(overlay, 'stats'), gone(overlay, 'lineup')]);
    await director.locator('[data-panel=statistics][aria-pressed=true]').click();
    await Promise.all([gone(screen, 'statistics'), gone(overlay, 'stats')]);
    await director.keyboard.press('g');
    await shown(overlay, 'scorers');
    expect(await overlay.getByTestId('scorers').innerText()).toContain('Ana Silva');
    await director.keyboard.press('t');
    await Promise.all([shown(screen, 'standings'), shown(overlay, 'standings')]);
    await director.keyboard.press('x');
    await director.keyboard.type('Attendance 1,240');
    await director.keyboard.press('Enter');
    await both((page) => page.getByTestId('air-text').getByText('Attendance 1,240').waitFor());
    await director.keyboard.press('4');
    await both((page) => page.getByTestId('announced').getByText('+4').waitFor());
    expect(await director.getByTestId('air-items').innerText()).toMatch(/Table[^]*Attendance 1,240[^]*\+4/);
    await director.keyboard.press('r');
    await overlay.getByTestId('replay').getByText('Replay').waitFor();
    expect(await screen.getByTestId('replay').count(), 'a screen shows no cue').toBe(0);
    await director.keyboard.press('r');
    await gone(overlay, 'replay');
    // The match has begun, and no other has a kick-off.
    for (const panel of ['countdown', 'fixtures']) {
      expect(await director.locator(`[data-panel=${panel}]`).isDisabled()).toBe(true);
    }
    // An overlay that is opened later shows all of it before it is connected.
    const reloaded = await overlay.reload();
    expect(await reloaded?.text()).toContain('Attendance 1,240');
    await shown(overlay, 'standings');
    await director.keyboard.press('Escape');
    for (const name of ['standings', 'air-text', 'announced']) await both((page) => gone(page, name));
    await director.getByText('Only the score.').waitFor();
    expect(await seqOf('match:701'), 'the match does not move').toBe(seq);
    expect(await alone.locator('.panel, .air-text, .bug-announced').count()).toBe(0);
  });

  it('rules PAGE-22, PAGE-37: takes off the banner of a goal that is running; a panel makes way for a banner', async () => {
    await director.keyboard.press('l');
    await shown(overlay, 'lineup');
    await post('Goal', { team: 'away' });
    await Promise.all([shown(overlay, 'banner'), shown(screen, 'goal-animation'), shown(alone, 'banner')]);
    expect(await overlay.getByTestId('lineup').count()).toBe(0);
    await director.getByTestId('air-items').getByText('Banner: Goal').waitFor();
    await director.keyboard.press('b');
    await Promise.all([gone(overlay, 'banner'), gone(screen, 'goal-animation'), shown(overlay, 'lineup')]);
    expect(await alone.getByTestId('banner').count(), 'another overlay keeps its banner').toBe(1);
  });

  it('rule PAGE-23: tries a goal with a mark, on the chosen pages only', async () => {
    const seq = await seqOf('match:701');
    const score = await screen.getByTestId('score').getAttribute('aria-label');
    await director.locator('[data-rehearsal=goal]').click();
    await Promise.all([shown(screen, 'goal-animation'), shown(overlay, 'banner')]);
    await both((page) => page.getByTestId('rehearsal').getByText('Rehearsal').waitFor());
    expect(await screen.getByTestId('score').getAttribute('aria-label')).toBe(score);
    await director.getByLabel('Shown on').selectOption('overlay');
    await director.keyboard.press('F3');
    await overlay.getByTestId('banner').getByText('Player B').waitFor();
    expect(await overlay.getByTestId('lineup').count()).toBe(0);
    await gone(screen, 'goal-animation');
    expect(await screen.getByTestId('strip').count()).toBe(0);
    await director.keyboard.press('Escape');
    await gone(overlay, 'banner');
    expect(await seqOf('match:701'), 'the match does not move').toBe(seq);
  });

  it('rule PAGE-40: asks for another sign-in at once where the token only reads', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.gateway.url}/console/match:701/air#token=${await viewToken()}`);
    await page.getByText('This token is read-only.').waitFor();
    expect(await page.locator('[data-panel]').count()).toBe(0);
    await context.close();
  });

  it('is linked from the console, accessible, and without complaints', async () => {
    await director.evaluate(`${axe.source}; undefined`);
    const faults = await director.evaluate(async () => {
      const found = await (window as unknown as { axe: typeof axe }).axe.run();
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    });
    expect(faults).toEqual([]);
    await director.getByText('‹ Console').click();
    await director.getByRole('link', { name: 'On air' }).click();
    await director.getByTestId('air-now').waitFor();
    expect(complaints.flat()).toEqual([]);
  });
});
