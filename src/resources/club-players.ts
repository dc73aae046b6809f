// The players of a club as JSON. Those of a large club take longer than one turn of the event loop may take (rule OPS-18).
import type { ClubPlayer } from '../../protocol/rest/club.ts';
import { atOnce } from '../match/match.ts';
import { inTurns } from '../ops/turns.ts';
import type { MemberRow } from '../store/club-profile.ts';

/** Players of a piece. A club with no more is made at once. */
const AT_ONCE = 200;

export function openClubPlayers(members: readonly MemberRow[], baseUrl: () => string) {
  let made: Buffer | null = null;
  let making: Promise<void> | null = null;

  function* pieces(): Generator<void, Buffer> {
    const parts: Buffer[] = [];
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const players = members.slice(from, from + AT_ONCE).map((member) => clubPlayer(member, baseUrl()));
      parts.push(Buffer.from(`${from === 0 ? '' : ','}${JSON.stringify(players).slice(1, -1)}`));
      yield;
    }
    return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
  }

  const isMade = (): boolean => made !== null || members.length <= AT_ONCE;

  return {
    /** The list. Call it after `prepared`. */
    json: (): Buffer => (made ??= atOnce(pieces())),
    /** What `use` returns, at once or when a large list is made. */
    prepared<T>(use: () => T): T | Promise<T> {
      if (isMade()) return use();
      making ??= inTurns(pieces()).then((list) => {
        made = list;
      });
      return making.then(use);
    },
  };
}

const clubPlayer = (member: MemberRow, baseUrl: string): ClubPlayer => ({
  ...member,
  joined_at: new Date(member.joined_at).toISOString(),
  profile_url: `${baseUrl}/players/${member.slug}`,
});
