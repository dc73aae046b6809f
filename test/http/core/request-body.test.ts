// What a server keeps of bodies that are still arriving.
import { expect, it } from 'vitest';
import { API_BODY_LIMIT, type BodyBytes, noBytes, RequestBody } from '../../../src/http/core/request-body.ts';

const MIB = 1_048_576;
const PART = 16_384;

/** A body of `parts` parts, of which the last has not arrived. */
function arriving(bytes: BodyBytes, parts = 1) {
  let isPaused = false;
  let isEnded = false;
  const flow = {
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    end: () => void (isEnded = true),
    closesAfter: () => false,
  };
  const body = new RequestBody(API_BODY_LIMIT, null, bytes, flow);
  for (let part = 0; part < parts; part += 1) body.take(new ArrayBuffer(PART), false);
  return { body, isPaused: () => isPaused, isEnded: () => isEnded };
}

it('rule LIMIT-8: a body waits after 16 KiB and a part, until its handler asks for it', async () => {
  const bytes = noBytes();
  const { body, isPaused } = arriving(bytes);
  expect(isPaused()).toBe(false);
  body.take(new ArrayBuffer(PART), false);
  expect([isPaused(), bytes]).toEqual([true, { total: 2 * PART, early: 2 * PART }]);
  const whole = body.whole();
  expect([isPaused(), bytes]).toEqual([false, { total: 2 * PART, early: 0 }]);
  body.take(new ArrayBuffer(PART), true);
  expect((await whole).byteLength).toBe(3 * PART);
  expect(bytes).toEqual(noBytes());
});

it('rule LIMIT-8: 16 MiB are kept of all bodies that no handler has asked for; a further body is 503', async () => {
  const bytes = noBytes();
  const [first] = Array.from({ length: (16 * MIB) / PART }, () => arriving(bytes));
  expect(bytes.early).toBe(16 * MIB);
  await expect(arriving(bytes).body.whole()).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  first?.body.drop();
  const { body } = arriving(bytes);
  const whole = body.whole();
  body.take(new ArrayBuffer(0), true);
  expect((await whole).byteLength).toBe(PART);
});

it('rule LIMIT-8: 256 MiB are kept of all bodies; a further one is 503', async () => {
  const bytes = { total: 256 * MIB - PART, early: 0 };
  const taken = arriving(bytes);
  expect(bytes.total).toBe(256 * MIB);
  await expect(arriving(bytes).body.whole()).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  taken.body.cut();
  expect(bytes.total).toBe(256 * MIB - PART);
});

it('rule LIMIT-24: a body in more than 1,000 parts, and one for each 64 bytes, ends the connection', () => {
  const bytes = noBytes();
  const { body, isEnded } = arriving(bytes, 0);
  for (let part = 0; part < 1_015; part += 1) body.take(new ArrayBuffer(1), false);
  expect([isEnded(), bytes.total]).toEqual([false, 1_015]);
  body.take(new ArrayBuffer(1), false);
  expect([isEnded(), bytes.total]).toEqual([true, 1_015]);
});

it('rule LIMIT-24: a body of the largest size may come in parts of 64 bytes', async () => {
  const { body, isEnded } = arriving(noBytes(), 0);
  const whole = body.whole();
  for (let at = 64; at <= API_BODY_LIMIT; at += 64) body.take(new ArrayBuffer(64), at === API_BODY_LIMIT);
  expect([(await whole).byteLength, isEnded()]).toEqual([API_BODY_LIMIT, false]);
});
