// Edits of bytes: what noise, broken proxies and attackers do to a valid message.
import fc, { type Arbitrary } from 'fast-check';

const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '%',
  '%00',
  '\u00ff',
  '\u0080',
  '?',
  '#',
  '/../',
  '//',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Content-Length: 0x10\r\n',
  'Content-Length: 10000000\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n',
  'Connection: close\r\n',
  'Host: a\r\nHost: b\r\n',
  'X-Forwarded-For: , ,\u00ff\r\n',
  'Range: bytes=0-0,-1,5-\r\n',
  'If-None-Match: *, "x", W/"\r\n',
  'Cookie: a=b; =; \u00ff; touchline_session=x\r\n',
  'Accept-Encoding: br;q=0, gzip;q=2\r\n',
  'Sec-WebSocket-Key: x\r\n',
  'Sec-WebSocket-Extensions: permessage-deflate; x="\r\n',
  'Sec-WebSocket-Protocol: touchline.v1, , bearer.\u00ff\r\n',
  `A: ${'x'.repeat(9_000)}\r\n`,
  'B: y\r\n'.repeat(150),
  'ffffffffffffffff\r\n',
  '0\r\n\r\n',
  '-1\r\n',
  'HTTP/2.0',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001',
];

type Edit =
  | { readonly how: 'flip'; readonly at: number; readonly byte: number }
  | { readonly how: 'insert' | 'line'; readonly at: number; readonly text: string }
  | { readonly how: 'delete' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly how: 'cut'; readonly at: number }
  | { readonly how: 'pipeline'; readonly times: number };

const at = fc.nat(2_000);
const token = fc.constantFrom(...TOKENS);
export const byteEdit: Arbitrary<Edit> = fc.oneof(
  fc.record({ how: fc.constant('flip' as const), at, byte: fc.nat(255) }),
  fc.record({ how: fc.constantFrom('insert', 'line'), at, text: token }),
  fc.record({ how: fc.constant('line' as const), at, text: token }),
  fc.record({ how: fc.constantFrom('delete', 'repeat'), at, length: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ how: fc.constant('cut' as const), at }),
  fc.record({ how: fc.constant('pipeline' as const), times: fc.integer({ min: 2, max: 40 }) }),
);

/** Applies an edit to a text of bytes (latin1). A `line` is inserted behind a line of the head. */
export function editBytes(text: string, edit: Edit): string {
  if (edit.how === 'pipeline') return text.repeat(Math.min(edit.times, Math.ceil(400_000 / (text.length + 1))));
  const place = text.length === 0 ? 0 : edit.at % text.length;
  if (edit.how === 'flip') return text.slice(0, place) + String.fromCharCode(edit.byte) + text.slice(place + 1);
  if (edit.how === 'insert') return text.slice(0, place) + edit.text + text.slice(place);
  if (edit.how === 'line') {
    const end = text.indexOf('\r\n', place) + 2;
    return end < 2 ? text + edit.text : text.slice(0, end) + edit.text + text.slice(end);
  }
  if (edit.how === 'delete') return text.slice(0, place) + text.slice(place + edit.length);
  if (edit.how === 'repeat')
    return text.slice(0, place) + text.slice(place, place + edit.length).repeat(20) + text.slice(place);
  return text.slice(0, place);
}
