// What is wrong with a frame, in words for its author.
import { expect, it } from 'vitest';
import { parseFrame } from '../../src/live/frame.ts';

it.each([
  ['{"type":"subscribe"', 'This is not JSON.'],
  ['[]', 'A frame is a JSON object'],
  ['{"type":"hello"}', 'The field type must be auth, subscribe, unsubscribe or ping.'],
  ['{"type":"subscribe","channel":5}', 'The field channel must be a text'],
  ['{"type":"subscribe"}', 'The field channel must be a text'],
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
