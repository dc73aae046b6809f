// The clubs of the world.
import { daysFromNow, isoSeconds } from '../dates.ts';
import { game, threeTeams } from './games.ts';
import type { Club, Member } from './records.ts';

/** When the clubs were founded and their members joined. */
export const FOUNDED = isoSeconds(daysFromNow(-700));

/** What a data file says of Riverside FC to change no more than the parts beside it. */
export const RIVERSIDE = { id: 10, name: 'Riverside FC', slug: 'riverside-fc', created_at: FOUNDED } as const;
export const HILLTOP = { id: 11, name: 'Hilltop United', slug: 'hilltop', created_at: FOUNDED } as const;

export const member = (user_id: number, more: Partial<Member> = {}): Member => ({
  user_id,
  joined_at: FOUNDED,
  ...more,
});

/** Users 1 (owner), 2 (moderator), 3 and 4, junior 1; game 100 and 101, and `moreGames` plain ones from id 1000 on. */
export const riverside = (moreGames = 0): Club => ({
  ...RIVERSIDE,
  members: [
    member(1, { role: 'Owner', jersey_number: 9 }),
    member(2, { role: 'Moderator', jersey_number: 7 }),
    member(3, { jersey_number: 3 }),
    member(4),
  ],
  juniors: [{ junior_id: 1, joined_at: FOUNDED }],
  games: [
    game(100, 'sunday-5s'),
    threeTeams(),
    ...Array.from({ length: moreGames }, (_, index) => game(1_000 + index, `extra-${index}`)),
  ],
});

/** User 3 owns it; game 110. */
export const hilltop = (): Club => ({
  ...HILLTOP,
  members: [member(3, { role: 'Owner' })],
  games: [game(110, 'away-day', { organizer_id: 3, participants: [{ player_type: 'user', id: 3, team: 1 }] })],
});
