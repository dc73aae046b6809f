// An answer that the documents do not describe fails the test that fetched it.
import { expect, test } from 'vitest';
import { apiJson } from '../../src/http/core/answer.ts';
import { get, testServers } from './http-server.ts';

const serve = testServers();

test('an answer of the API that is not as described fails the test that fetched it', async () => {
  const good = { club: 'Riverside FC', players: [] };
  const { url } = await serve(
    get('/api/v1/club/players', () => apiJson(200, good)),
    get('/api/v1/club', () => apiJson(200, { name: 'Riverside FC' })),
    get('/elsewhere', () => apiJson(200, { name: 'Riverside FC' })),
  );
  expect(await (await fetch(`${url}/api/v1/club/players`)).json()).toEqual(good);
  await expect(fetch(`${url}/api/v1/club`)).rejects.toThrow('otherwise than the OpenAPI document says');
  expect((await fetch(`${url}/elsewhere`)).status).toBe(200);
});
