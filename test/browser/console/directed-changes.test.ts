// The director presses faster than the network answers: the last press decides.
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import type { AirChange } from '../../../protocol/rest/air.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { openDirector } from '../../../src/browser/console/air-director.ts';
import { openRest } from '../../../src/browser/console/rest.ts';
import { en } from '../../../src/browser/shared/lang/air/en.ts';
import { CHANNEL } from '../../support/follower.ts';
import { scriptedServer } from '../../support/scripted-server.ts';

afterEach(() => void vi.unstubAllGlobals());

test('changes are sent one after the other, and those that wait as one', async () => {
  const server = await scriptedServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(NO_FACTS)));
  const sent: { readonly body: AirChange; readonly answer: (status: number) => void }[] = [];
  const rest = openRest(
    () => 't',
    (_, init) =>
      new Promise((resolve) => {
        const answer = (status: number): void => resolve(Response.json({ error: 'No.', hint: '' }, { status }));
        sent.push({ body: JSON.parse(init?.body as string) as AirChange, answer });
      }),
  );
  const director = openDirector({ rest, token: 't', channel: CHANNEL });
  const [panel, off, replay, text] = [
    { panel: { kind: 'lineups' } },
    { panel: null },
    { replay: {} },
    { text: null },
  ] as const;
  for (const change of [panel, off, replay]) director.change(change, en);
  expect(sent.map(({ body }) => body)).toEqual([panel]);
  sent[0]?.answer(422);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body).toEqual({ ...off, ...replay });
  expect(director.problem.get()).toBe('No.');
  sent[1]?.answer(200);
  await expect.poll(() => director.problem.get()).toBe(null);
  director.change(text, en);
  expect(sent.map(({ body }) => body)).toEqual([panel, { ...off, ...replay }, text]);
  sent[2]?.answer(200);
  director.close();
  await server.stop();
});
