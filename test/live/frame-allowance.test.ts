// P40: 50 frames a second, 200 in a burst; as many again are refused, and then the connection is closed.
import { expect, it } from 'vitest';
import { countFrame, freshAllowance } from '../../src/live/frame-allowance.ts';

function openClient() {
  let allowance = freshAllowance(0);
  /** What becomes of so many frames at `ms`, in order. */
  return function send(count: number, ms: number): Readonly<Record<string, number>> {
    const outcomes: Record<string, number> = {};
    for (let sent = 0; sent < count; sent += 1) {
      const counted = countFrame(allowance, ms);
      ({ allowance } = counted);
      outcomes[counted.is] = (outcomes[counted.is] ?? 0) + 1;
    }
    return outcomes;
  };
}

it('P40 a burst of 200 is allowed, 200 more are refused, and the next one closes', () => {
  const send = openClient();
  expect(send(200, 0)).toEqual({ allowed: 200 });
  expect(send(200, 0)).toEqual({ refused: 200 });
  expect(send(1, 0)).toEqual({ closed: 1 });
});

it('P40 one more frame is allowed after 20 ms, not before', () => {
  const send = openClient();
  send(200, 0);
  expect(send(1, 19)).toEqual({ refused: 1 });
  expect(send(2, 20)).toEqual({ allowed: 1, refused: 1 });
});

it('P40 refusals add up while a client is never calm, and are forgotten when it was', () => {
  const [busy, calm] = [openClient(), openClient()];
  for (const send of [busy, calm]) expect(send(350, 0)).toEqual({ allowed: 200, refused: 150 });
  expect(busy(151, 2_000)).toEqual({ allowed: 100, refused: 50, closed: 1 });
  expect(calm(301, 3_000)).toEqual({ allowed: 150, refused: 151 });
});
