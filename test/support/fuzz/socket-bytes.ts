// Raw bytes on a WebSocket: frames with wrong lengths, masks, opcodes and fragments, garbage, and damaged handshakes.
import fc, { type Arbitrary } from 'fast-check';
import { downFrameSchema } from '../../../protocol/wire/down.ts';
import { TOKENS } from '../world/tokens.ts';
import { byteEdit, editBytes } from './byte-edits.ts';
import { frameText } from './frames.ts';
import type { Kind } from './kind.ts';
import { cutAt, exchangeBytes, statusesIn } from './raw-connection.ts';

const handshake = (more: string, query = ''): string =>
  `GET /api/v1/live${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: @ADDRESS\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

const HANDSHAKES = [
  handshake(`Authorization: Bearer ${TOKENS.club}\r\n`),
  handshake(''),
  handshake('', `?token=${TOKENS.app}`),
  handshake(`Authorization: Bearer ${TOKENS.tournament}\r\nSec-WebSocket-Protocol: touchline.v1\r\n`),
];

type RawFrame = {
  /** FIN, the three reserved bits and the opcode, as they stand in the first byte. */
  readonly first: number;
  readonly isMasked: boolean;
  /** How the length is written, and what is added to the true one. */
  readonly form: 'short' | '16 bits' | '64 bits';
  readonly lie: number;
  readonly payload: string;
};

const payload = fc.oneof(
  { weight: 4, arbitrary: frameText.map((text) => Buffer.from(text).toString('latin1')) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '\u0003',
      '\u0003\u00e8',
      '\u0000\u0000bye',
      '\u00ff\u00fe',
      'x'.repeat(126),
      'x'.repeat(4_097),
      'x'.repeat(70_000),
    ),
  },
);

const rawFrame: Arbitrary<RawFrame> = fc.record({
  first: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0x81) },
    { weight: 3, arbitrary: fc.constantFrom(0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8a) },
    fc.nat(255),
  ),
  isMasked: fc.nat(7).map((draw) => draw < 7),
  form: fc.constantFrom('short', 'short', 'short', '16 bits', '64 bits'),
  lie: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    fc.constantFrom(-1, 1, 100, 65_536, 2 ** 31, 2 ** 40, 2 ** 52),
  ),
  payload,
});

/** The head of a frame with its length: in the form that is asked for, or in a longer one that can hold it. */
function headOf(length: number, form: RawFrame['form']): Buffer {
  if (form === '64 bits' || length > 0xff_ff) {
    const head = Buffer.alloc(10);
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
    return head;
  }
  if (form === 'short' && length <= 125) return Buffer.from([0, length]);
  const head = Buffer.alloc(4);
  head[1] = 126;
  head.writeUInt16BE(length, 2);
  return head;
}

/** The bytes of a frame. The mask is not zero, so that a server that forgets it is found. */
function encode({ first, isMasked, form, lie, payload: text }: RawFrame): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length = Math.max(0, bytes.length + lie);
  const head = headOf(length, form);
  head[0] = first;
  head[1] = (head[1] ?? 0) | (isMasked ? 0x80 : 0);
  if (!isMasked) return Buffer.concat([head, bytes]);
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  return Buffer.concat([head, mask, bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

type RawSocket = {
  readonly handshake: string;
  readonly frames: readonly RawFrame[];
  readonly garbage: string;
  readonly cuts: readonly number[];
  readonly reads: boolean;
};

const damagedHandshake = fc
  .tuple(fc.constantFrom(...HANDSHAKES), fc.array(byteEdit, { minLength: 1, maxLength: 2 }))
  .map(([text, edits]) => edits.reduce(editBytes, text));

export const socketBytes: Kind<RawSocket> = {
  name: 'socket-bytes',
  input: fc.record({
    handshake: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...HANDSHAKES) }, damagedHandshake),
    frames: fc.array(rawFrame, { maxLength: 8 }),
    garbage: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.string({ unit: 'binary-ascii', maxLength: 100 })),
    cuts: fc.array(fc.nat(5_000), { maxLength: 5 }),
    reads: fc.nat(7).map((draw) => draw < 7),
  }),
  async run(target, { handshake: head, frames, garbage, cuts, reads }) {
    const start = Buffer.from(
      head.replaceAll('@ADDRESS', () => target.nextAddress()),
      'latin1',
    );
    const bytes = Buffer.concat([start, ...frames.map(encode), Buffer.from(garbage, 'latin1')]);
    const { received } = await exchangeBytes(target, cutAt(bytes, cuts), reads);
    const [status = 'none'] = statusesIn(received);
    if (status !== '101') return { statuses: [status], slowestMs: null };
    return { statuses: [status, ...readFrames(received)], slowestMs: null };
  },
  describe: (input) => JSON.stringify(input),
};

/** Checks each whole frame that the server sent. Returns the codes of its close frames. */
function readFrames(received: Buffer): string[] {
  const codes: string[] = [];
  let at = received.indexOf('\r\n\r\n') + 4;
  while (at + 2 <= received.length) {
    const opcode = received.readUInt8(at) & 0x0f;
    let size = received.readUInt8(at + 1);
    at += 2;
    if (size > 127) throw new Error('The server sent a masked frame.');
    if (size === 126 && at + 2 <= received.length) {
      size = received.readUInt16BE(at);
      at += 2;
    } else if (size === 127 && at + 8 <= received.length) {
      size = Number(received.readBigUInt64BE(at));
      at += 8;
    }
    const end = at + size;
    if (end > received.length) break;
    if (opcode === 1) downFrameSchema.parse(JSON.parse(received.toString('utf8', at, end)));
    else if (opcode === 8) codes.push(size >= 2 ? String(received.readUInt16BE(at)) : 'close');
    else if (opcode !== 9 && opcode !== 10) throw new Error(`The server sent opcode ${opcode}.`);
    at = end;
  }
  return codes;
}
