// Calls of the REST interface whose answers are compared with the table of endpoints.
import { expect } from 'vitest';
import type { Endpoint } from '../../protocol/rest/endpoint.ts';
import { type EndpointName, endpoints } from '../../protocol/rest/endpoints.ts';
import type { Answer, CallOptions, TestGateway } from './gateway.ts';
import { TOKENS } from './world/tokens.ts';

type PromisedCall = <T = Record<string, unknown>>(
  name: EndpointName,
  address: string,
  options?: CallOptions,
) => Promise<Answer<T>>;

/** Calls with the club's key when no token is given. An answer that the table does not have fails the test. */
export const promisedCalls =
  (gateway: () => TestGateway): PromisedCall =>
  async <T>(name: EndpointName, address: string, options: CallOptions = {}): Promise<Answer<T>> => {
    const endpoint: Endpoint = endpoints[name];
    const answer = await gateway().call<T>(endpoint.method, address, { token: TOKENS.club, ...options });
    const schema = endpoint.answers[answer.status];
    if (!schema) throw new Error(`${name} does not promise ${answer.status}: ${JSON.stringify(answer.body)}`);
    const parsed = schema.safeParse(answer.body);
    expect(parsed.error?.issues ?? []).toEqual([]);
    if (answer.status === 422) expect(answer.body).toHaveProperty('details[0].message');
    return answer;
  };

/** The places that a 422 names. */
export const placesOf = (answer: Answer<unknown>): string[] =>
  (answer.body as { details: { path: string }[] }).details.map(({ path }) => path);
