// Runs before every test file: compares every API answer that a test fetches from a gateway with the OpenAPI document.
import { hold } from './hold.ts';

const real = globalThis.fetch;

async function heldFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const answer = await real(input, init);
  await hold(init?.method ?? 'GET', answer.url, answer.status, async () => {
    const text = await answer.clone().text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  });
  return answer;
}

// A process that runs several files comes here for each of them.
if (real.name !== heldFetch.name) globalThis.fetch = heldFetch;
