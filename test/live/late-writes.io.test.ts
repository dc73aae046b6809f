// Changes that are stored too late for their answer, on a node that is alone: nothing else makes it ask the database.
import path from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { openTestGateway } from '../support/gateway.ts';
import { connect } from '../support/subscriber.ts';
import { uuid } from '../support/uuid.ts';
import { TOKENS } from '../support/world/tokens.ts';

const token = TOKENS.club;

it.skipIf(process.platform === 'win32').each([
  [
    'a line-up',
    'game:100',
    'games/sunday-5s/participants',
    { fill_ins: [{ id: uuid(1), team: '1', name: 'Zé', jersey_number: 23, is_substitute: false }] },
  ],
  ['what is on air', 'air:game:100', 'live/game:100/air', { text: { text: 'Half time' } }],
])('a change of %s that is stored after its answer (503) shows on screens', async (_, channel, address, body) => {
  const gateway = await openTestGateway({ kind: 'embedded' });
  const screen = await connect(gateway.liveUrl, token);
  await screen.subscribe(channel);
  const other = postgres({
    path: path.join(gateway.config.home, 'embedded', 'postgres.sock'),
    max: 1,
    username: 'postgres',
    database: 'postgres',
  });
  // Now the change itself is all that it asks the database for.
  await gateway.call('GET', 'games/sunday-5s/participants', { token });
  // The embedded database does one transaction at a time, and a write waits 4 seconds.
  const release = await new Promise<() => void>((resolve, reject) => {
    other
      .begin(async (tx) => {
        await tx`select 1`;
        await new Promise<void>((done) => resolve(done));
      })
      .catch(reject);
  });
  expect((await gateway.call('PATCH', address, { token, body })).status).toBe(503);
  release();
  await other.end();
  expect((await screen.next('delta')).channel).toBe(channel);
  await screen.close();
  await gateway.close();
});
