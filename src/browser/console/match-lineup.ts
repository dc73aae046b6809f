// The line-up of the match that the phone scores: as the server has it, with the changes that wait in the outbox.
import type { GameParticipants, MatchLineups } from '../../../protocol/rest/lineups.ts';
import type { Fixture } from './fixture.ts';
import { lineupPath, withChanges, withLineup } from './fixture-lineup.ts';
import { isLineupEntry, type LineupEntry } from './outbox-entry.ts';
import type { Phone } from './phone.ts';

export function openLineup(phone: Pick<Phone, 'entries' | 'outbox' | 'rest' | 'store'>, first: Fixture) {
  /** As the server has it. */
  let fixture = first;
  let isReading = false;
  const changes = (): readonly LineupEntry[] =>
    phone.entries
      .get()
      .filter(isLineupEntry)
      .filter(({ target }) => target.channel === fixture.channel);

  /** Reads the line-up. Returns false if the server does not give it: then the one of the phone stays. */
  async function read(): Promise<boolean> {
    const answer = await phone.rest.get<MatchLineups | GameParticipants>(lineupPath(fixture));
    if (answer.kind !== 'answered' || answer.status !== 200) return false;
    fixture = withLineup(fixture, answer.body);
    await phone.store.keep(`fixture ${fixture.channel}`, fixture);
    return true;
  }

  return {
    read,
    replace(next: Fixture): void {
      fixture = next;
    },
    /** The line-up with the changes that the server may not have yet, and the ones that it refused. */
    view(): { readonly fixture: Fixture; readonly refusedChanges: readonly LineupEntry[] } {
      const all = changes();
      const kept = all.filter(({ status }) => status !== 'refused').map(({ action }) => action.body);
      return { fixture: withChanges(fixture, kept), refusedChanges: all.filter(({ status }) => status === 'refused') };
    },
    /** Removes the sent changes when the phone has the line-up with their effect. */
    async removeSent(): Promise<void> {
      const sent = changes().filter(({ status }) => status === 'sent');
      if (sent.length === 0 || isReading) return;
      isReading = true;
      try {
        if (!(await read())) return;
      } finally {
        isReading = false;
      }
      for (const { order } of sent) await phone.outbox.settle(order, null);
    },
  };
}
