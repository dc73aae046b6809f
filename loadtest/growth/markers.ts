// The cost of one marker by the number of markers that the match has.
import { addMistakes, type Mistakes, noMistakes } from '../audience.ts';
import { openCrowd } from '../crowd.ts';
import type { DeliveryServer } from '../delivery-server.ts';
import { median } from '../figures.ts';
import { openGatewayServer } from '../gateway-server.ts';
import { gamesFixture } from '../many-games.ts';
import type { Options } from '../options.ts';
import { openSamples, type Samples } from './series.ts';

/** Matches that grow side by side, each with one board. */
const MATCHES = 4;
/** The last markers of a size are measured, each after the one before was shown. */
const MEASURED = 40;
/** The others are sent together. */
const IN_FLIGHT = 8;

/** `sizes`: markers of the match. The samples are ms. */
export async function measureMarkers(
  options: Options,
  sizes: readonly number[],
): Promise<{ readonly samples: Samples; readonly mistakes: Mistakes }> {
  const { rounds } = options;
  const gateway = await openGatewayServer(gamesFixture(MATCHES * (rounds + 1)), options);
  const { samples, add } = openSamples();
  let mistakes = noMistakes;
  try {
    await gateway.warmUp(
      Array.from({ length: MATCHES }, (_, match) => match),
      240,
      IN_FLIGHT,
    );
    for (let round = 1; round <= rounds; round += 1) {
      const matches = Array.from({ length: MATCHES }, (_, match) => round * MATCHES + match);
      mistakes = addMistakes(mistakes, await grow(gateway, matches, sizes, add));
      console.log(`growth by markers: round ${round} of ${rounds}`);
    }
    return { samples, mistakes };
  } finally {
    await gateway.close();
  }
}

async function grow(
  server: DeliveryServer,
  matches: readonly number[],
  sizes: readonly number[],
  add: (line: string, size: number, ms: number) => void,
): Promise<Mistakes> {
  const crowd = await openCrowd(server, matches.length, matches);
  const { audience } = crowd;
  /** Sends `count` markers to each match, and waits until they are shown. Returns the ms until all were answered. */
  const send = async (count: number): Promise<number> => {
    const updates = matches.flatMap((match, place) =>
      Array.from({ length: count }, () => ({ match, seq: audience.expect(place) })),
    );
    const began = performance.now();
    const answered = server.publish(updates).then(() => performance.now() - began);
    await audience.delivered();
    return answered;
  };
  try {
    let markers = 0;
    for (const size of sizes) {
      const measured = Math.min(MEASURED, size - markers);
      while (markers < size - measured) {
        const count = Math.min(IN_FLIGHT, size - measured - markers);
        await send(count);
        markers += count;
      }
      const answers: number[] = [];
      const before = server.process.cpuMs();
      for (; markers < size; markers += 1) answers.push(await send(1));
      add('gateway, CPU of a marker', size, (server.process.cpuMs() - before) / (measured * matches.length));
      add('gateway, p50 of the answer', size, median(answers));
    }
    return audience.mistakes();
  } finally {
    await crowd.close();
  }
}
