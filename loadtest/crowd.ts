// Boards connected to one server, each on a channel, with their audience.
import { type Audience, openAudience } from './audience.ts';
import { type Board, type DeliveryServer, openAll } from './delivery-server.ts';

export type Crowd = {
  readonly audience: Audience;
  /** Closes the connections. Resolves when the server has nothing left to do for them. */
  close(): Promise<void>;
};

/**
 * Connects `size` boards, in turn on these matches, and calls `seated` when each has its snapshot. Resolves when the server is
 * idle after that.
 */
export async function openCrowd(
  server: DeliveryServer,
  size: number,
  matches: readonly number[],
  seated: () => void = () => undefined,
): Promise<Crowd> {
  const audience = openAudience(size);
  const channels = matches.map((match) => server.channel(match));
  audience.turnTo(channels);
  const boards = await openAll(size, async (number): Promise<Board> => {
    const board = await server.connect(number, (bytes, start, end) => audience.hear(number, bytes, start, end));
    board.follow(channels[number % channels.length] ?? '');
    return board;
  });
  await audience.seated();
  seated();
  await server.process.settled();
  return {
    audience,
    async close() {
      for (const board of boards) board.close();
      await server.process.settled();
    },
  };
}
