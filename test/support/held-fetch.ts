// Runs before every test file: whatever a test fetches from the API of a gateway is held to the OpenAPI document, whatever
// else the test looks at.
const real = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const answer = await real(input, init);
  const method = init?.method ?? 'GET';
  if (method === 'HEAD' || method === 'OPTIONS' || !isOfApi(answer)) return answer;
  const text = await answer.clone().text();
  // Loaded at the first such answer: it takes two seconds, and many test files fetch nothing.
  const { holdToContract } = await import('./contract.ts');
  holdToContract(method, answer.url, answer.status, text === '' ? undefined : (JSON.parse(text) as unknown));
  return answer;
};

/** Documents and metrics have no schema of their own. */
const isOfApi = ({ url }: Response): boolean => /^\/api\/(v1|admin)\//.test(new URL(url).pathname);
