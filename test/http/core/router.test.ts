import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../protocol/rest/endpoints.ts';
import { apiJson } from '../../../src/http/core/answer.ts';
import type { Method } from '../../../src/http/core/route.ts';
import { buildRouter, type RouteSpec } from '../../../src/http/core/router.ts';
import { EXPORT_MS, IMPORT_MS } from '../../../src/http/api/admin.ts';
import { Problem } from '../../../src/ops/problem.ts';
import { noGates } from '../../support/http-server.ts';

const handle = () => apiJson(200, {});
const specs: RouteSpec[] = Object.entries(endpoints).flatMap(([name, { method, paths }]) =>
  paths.map((path): RouteSpec => ({ name, access: 'public', method, path, handle })),
);
const find = buildRouter(
  [...specs, { name: 'healthz', access: 'public', method: 'GET', path: '/healthz', handle }],
  noGates,
);

/** The route's name and its parameters. */
function lead(method: Method, path: string): unknown {
  const { route, values } = find(method, path);
  return [route.name, Object.fromEntries(route.params.map((name, index) => [name, values[index]]))];
}
/** What the handler of a route without a gate answers; these handlers do not use the exchange. */
function answerOf(method: Method, path: string) {
  const { gate } = find(method, path).route;
  if (gate.kind !== 'open') throw new Error(`${method} ${path} has a gate.`);
  return gate.handle(undefined as never);
}
/** The Problem that a path without a handler answers. */
function refusal(method: Method, path: string): Problem {
  try {
    void answerOf(method, path);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error(`${method} ${path} is not refused`);
}

describe('the router', () => {
  it('routes every path of the table of endpoints to its endpoint, with its parameters', () => {
    for (const [name, { method, paths }] of Object.entries(endpoints)) {
      for (const path of paths) {
        const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']): [string, string] => [
          param,
          `x-${param}`,
        ]);
        const filled = params.reduce<string>((text, [param, value]) => text.replace(`{${param}}`, value), path);
        expect(lead(method, filled)).toEqual([name, Object.fromEntries(params)]);
      }
    }
  });

  it.each([
    ['/api/v1/games/sunday%205s/markers', { slug: 'sunday 5s' }],
    ['/api/v1/games/caf%C3%A9/markers', { slug: 'café' }],
    ['/api/v1/games/a%2Fb/markers', { slug: 'a/b' }],
    ['/api/v1/games/..%2F..%2Fmarkers/markers', { slug: '../../markers' }],
    ['/api/v1/g%61mes/x/markers', { slug: 'x' }],
    ['/api/v1/games/x/markers/', { slug: 'x' }],
    ['/api/v1/games/__proto__/markers', { slug: '__proto__' }],
  ])('decodes %s segment by segment', (path, params) => {
    expect(lead('GET', path)).toEqual(['listGameMarkers', params]);
  });

  it.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v2/games/x/markers',
    '/api/v1/games//markers',
    '//api/v1/games/x/markers',
    '/api/v1/games/x/markers//',
    '/api/v1/games/%E0%A4%A/markers',
    '/api/v1/games/%00/markers',
    '/api/v1/games/x/markers/y/z',
    '/api/v1/Games/x/markers',
    '/api/v1/constructor',
    '/__proto__',
  ])('answers 404 to %s, with a hint', (path) => {
    const problem = refusal('GET', path);
    expect(problem.status).toBe(404);
    expect(problem.body().hint).toContain('/api/v1');
    expect(refusal('OPTIONS', path).status).toBe(404);
  });

  it.each([
    ['PUT', '/api/v1/games/x/markers', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/v1/games/x/scores', 'PATCH, OPTIONS'],
    ['HEAD', '/api/v1/games/x/scores', 'PATCH, OPTIONS'],
    ['DELETE', '/api/v1/tournaments/x/matches/1/markers', 'GET, POST, HEAD, OPTIONS'],
    ['OTHER', '/healthz', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/live/game:1', 'GET, HEAD, OPTIONS'],
  ] as const)('rule REQ-5: answers 405 to %s %s and names the methods that are allowed', (method, path, allow) => {
    const problem = refusal(method, path);
    expect(problem.status).toBe(405);
    expect(problem.headers).toEqual({ allow });
    expect(problem.body().hint).toContain(allow);
  });

  it('rule REQ-5: serves HEAD for every GET', () => {
    expect(lead('HEAD', '/api/v1/games/x/markers')).toEqual(['listGameMarkers', { slug: 'x' }]);
  });

  it('rule REQ-11: answers OPTIONS with 204 and Allow, and allows other origins on API paths only', async () => {
    const api = await answerOf('OPTIONS', '/api/v1/games/x/markers/y');
    expect(api).toMatchObject({ status: 204, body: null, more: { allow: 'PUT, DELETE, OPTIONS' } });
    expect(api.headers.rest).toContain('access-control-allow-headers: Authorization');
    const admin = await answerOf('OPTIONS', '/api/admin/import');
    expect(admin).toMatchObject({ status: 204, more: { allow: 'POST, OPTIONS' } });
    expect(JSON.stringify(admin)).not.toContain('access-control');
  });

  it('rule LIMIT-5: gives a handler 10 seconds, and an import or an export 10 minutes', () => {
    expect(find('POST', '/api/v1/games/x/marker').route.timeMs).toBe(10_000);
    expect([IMPORT_MS, EXPORT_MS]).toEqual([600_000, 600_000]);
  });

  it('rule REQ-5: a trailing slash changes nothing', () => {
    expect(lead('GET', '/api/v1/games/x/markers/')).toEqual(lead('GET', '/api/v1/games/x/markers'));
    expect(refusal('PUT', '/api/v1/games/x/markers/').status).toBe(405);
  });

  it('refuses two routes for one method and path', () => {
    const twice: RouteSpec = { name: 'a', access: 'public', method: 'GET', path: '/a/{b}', handle };
    expect(() => buildRouter([twice, { ...twice, path: '/a/{c}' }], noGates)).toThrow('Two routes');
  });
});
