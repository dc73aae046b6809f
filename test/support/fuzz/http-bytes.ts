// Raw bytes that were a valid HTTP request: edited, split into pieces, pipelined, with answers that no client reads.
import fc from 'fast-check';
import { ADMIN_TOKEN, TOKENS } from '../world/tokens.ts';
import { byteEdit, editBytes } from './byte-edits.ts';
import type { Kind } from './kind.ts';
import { cutAt, exchangeBytes, statusesIn } from './raw-connection.ts';
import { MARKER_IDS } from './schema-values.ts';

const MARKER = JSON.stringify({ id: MARKER_IDS[0], timestamp: '2026-11-22T10:00:00Z', type: 'Foul' });
const HOST = 'Host: 127.0.0.1\r\nX-Forwarded-For: @ADDRESS\r\n';
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
const marker = `POST /api/v1/games/sunday-5s/marker HTTP/1.1\r\n${HOST}${bearer(TOKENS.club)}Content-Type: application/json\r\n`;
const form = 'email=&password=&csrf=';

const REQUESTS = [
  get('/healthz'),
  get('/readyz'),
  get('/'),
  get('/sign-in?next=%2Fme%2Fapps'),
  get('/api/auth/connect?app_name=A&redirect_uri=https%3A%2F%2Fapp.example%2Fback&state=1'),
  get('/docs/openapi.json'),
  get('/console'),
  get('/metrics', bearer(ADMIN_TOKEN)),
  get('/api/v1/club', bearer(TOKENS.club)),
  get('/api/v1/clubs/riverside-fc/past_games?limit=2&page=1', bearer(TOKENS.app)),
  get('/api/v1/live/game:100', bearer(TOKENS.club)),
  get('/api/v1/live/match:701/log?after=0&limit=5&state=true', bearer(TOKENS.tournament)),
  `HEAD /api/v1/resources HTTP/1.1\r\n${HOST}${bearer(TOKENS.app)}\r\n`,
  `OPTIONS /api/v1/club HTTP/1.1\r\n${HOST}Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  `${marker}Content-Length: ${MARKER.length}\r\n\r\n${MARKER}`,
  `${marker}Transfer-Encoding: chunked\r\n\r\n${MARKER.length.toString(16)}\r\n${MARKER}\r\n0\r\n\r\n`,
  `${marker}Connection: close\r\nContent-Length: 2\r\n\r\n{}`.repeat(20) + get('/api/v1/club', bearer(TOKENS.club)),
  `POST /sign-in HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
];

type RawRequest = { readonly bytes: string; readonly cuts: readonly number[]; readonly reads: boolean };

const garbage = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const edited = fc
  .tuple(fc.constantFrom(...REQUESTS), fc.array(byteEdit, { maxLength: 4 }))
  .map(([text, edits]) => edits.reduce(editBytes, text));

export const httpBytes: Kind<RawRequest> = {
  name: 'http-bytes',
  input: fc.record({
    bytes: fc.oneof({ weight: 9, arbitrary: edited }, garbage),
    cuts: fc.array(fc.nat(5_000), { maxLength: 5 }),
    reads: fc.nat(5).map((draw) => draw < 5),
  }),
  async run(target, { bytes, cuts, reads }) {
    const sent = Buffer.from(
      bytes.replaceAll('@ADDRESS', () => target.nextAddress()),
      'latin1',
    );
    const { received } = await exchangeBytes(target, cutAt(sent, cuts), reads);
    const statuses = statusesIn(received);
    return { statuses: statuses.length === 0 ? ['none'] : statuses, slowestMs: null };
  },
  describe: (input) => JSON.stringify(input),
};
