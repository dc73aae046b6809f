// The director presses faster than the network answers: the last press decides.
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AirChange } from '../../../protocol/rest/air.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { openDirector } from '../../../src/browser/console/air-director.ts';
import { openRest } from '../../../src/browser/console/rest.ts';
import { en } from '../../../src/browser/shared/lang/air/en.ts';
import { CHANNEL } from '../../support/follower.ts';
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await scriptedServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(NO_FACTS)));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.stop();
});

test('changes are sent one after the other, and those that wait as one', async () => {
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
});

test('a change without an answer is given up after 4 seconds, and the next one is sent', async () => {
  const limits = new Map<AbortSignal, { readonly ms: number; readonly pass: () => void }>();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    limits.set(controller.signal, { ms, pass: () => controller.abort() });
    return controller.signal;
  });
  const sent: { readonly body: unknown; readonly signal: AbortSignal }[] = [];
  const rest = openRest(
    () => 't',
    (_, { body, signal } = {}) =>
      new Promise((_resolve, reject) => {
        if (!signal) return;
        sent.push({ body: JSON.parse(body as string), signal });
        signal.addEventListener('abort', () => reject(new Error('No answer came.')));
      }),
  );
  const director = openDirector({ rest, token: 't', channel: CHANNEL });
  director.change({ panel: null }, en);
  director.change({ text: null }, en);
  const limit = sent[0] && limits.get(sent[0].signal);
  expect(limit?.ms).toBe(4_000);
  limit?.pass();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ panel: null }, { text: null }]);
  expect(director.problem.get()).toBe(en.unreachable);
  director.close();
});
