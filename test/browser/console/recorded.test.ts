// What a press of the console says when the phone has no room for everything.
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import type { Phone } from '../../../src/browser/console/phone.ts';
import { openScoring } from '../../../src/browser/console/scoring.ts';
import { observable } from '../../../src/browser/shared/observable.ts';
import { emptyPhoneStore, FIXTURE, PAIRING } from '../../support/console-match.ts';
import { scriptedServer } from '../../support/scripted-server.ts';

afterEach(() => void vi.unstubAllGlobals());

test('an entry that is in the queue is recorded, also when there is no room for what the phone knows beside it', async () => {
  const server = await scriptedServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  const added: unknown[] = [];
  const phone = {
    store: emptyPhoneStore(() => Promise.reject(new DOMException('no room', 'QuotaExceededError'))),
    outbox: {
      add(entry: unknown) {
        added.push(entry);
        return Promise.resolve();
      },
    },
    entries: observable([]),
    isOnline: observable(true),
    warnings: observable({}),
    sender: { signedOut: () => undefined, retry: () => undefined },
  };
  const scoring = await openScoring(phone as unknown as Phone, FIXTURE, 't');
  const draft = await scoring.press(PAIRING, 'Goal', { team: 'home' });
  expect(added).toHaveLength(1);
  expect(scoring.isMine(draft.id)).toBe(true);
  scoring.close();
  await server.stop();
});
