// What is wrong with a frame, in words for its author.
import { expect, it } from 'vitest';
import { FRAME_MAX_BYTES } from '../../protocol/wire/up.ts';
import { parseFrame, refOf } from '../../src/live/frame.ts';

it.each([
  ['{"type":"subscribe"', 'This is not JSON.'],
  ['[]', 'A frame is a JSON object'],
  ['{"type":"hello"}', 'The field type must be auth, subscribe, unsubscribe or ping.'],
  ['{"type":"subscribe","channel":5}', 'The field channel must be a text'],
  ['{"type":"subscribe"}', 'The field channel must be a text'],
  ['{"type":"subscribe","channel":null}', 'or air: before a game or match.'],
  ['{"type":"subscribe","channel":"game:1","since":{"seq":1}}', 'The field since must be {"epoch"'],
  ['{"type":"auth"}', 'The field token must be a text'],
  ['{"type":"ping","t":"now"}', 'The field t must be a number.'],
  ['{"type":"ping","ref":{}}', 'The field ref must be a whole number of up to 9007199254740991 or a text.'],
  ['{"type":"ping","ref":9007199254740993}', 'The field ref must be a whole number'],
  [`{"type":"ping","x":[${'0,'.repeat(100)}0]}`, 'A frame has 100 values at most.'],
  ['{"type":"constructor"}', 'The field type must be'],
])('%s', (text, why) => {
  expect(parseFrame(text)).toMatchObject({ type: 'malformed', why: expect.stringContaining(why) });
});

it('P13 a ref may be as long as its frame', () => {
  const frame = { type: 'ping', ref: '' };
  const ref = 'r'.repeat(FRAME_MAX_BYTES - JSON.stringify(frame).length);
  expect(parseFrame(JSON.stringify({ ...frame, ref }))).toEqual({ ...frame, ref });
  expect(refOf(JSON.stringify({ ...frame, ref, t: 'now' }))).toBe(ref);
});

const many = `[${'0,'.repeat(100)}0]`;

it.each([
  [`{"type":"ping","x":${many},"ref":"a \\" b"}`, 'a " b'],
  [`{ "ref" : -7 , "type": "ping", "x": {"ref": 5, "y": ${many}} }`, -7],
  [`{"ref":1,"ref":2,"x":${many}}`, 2],
  [`{"x":${many}}`, undefined],
  [`{"x":${many},"y":"ref","z":1}`, undefined],
  [`{"x":${many},"ref":9007199254740993}`, undefined],
  [`{"ref":1,"x":${many},"ref":{"ref":2}}`, undefined],
  [`{"ref":nothing,"x":${many}}`, undefined],
  [`[${many},{"ref":1}]`, undefined],
  [`{"x":${many},"ref":"without an end`, undefined],
])('P13 a frame of too many values has its ref: %s', (text, ref) => {
  expect(parseFrame(text)).toEqual({
    type: 'malformed',
    why: 'A frame has 100 values at most.',
    ...(ref === undefined ? {} : { ref }),
  });
});
