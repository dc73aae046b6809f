// Who plays in the form of a club game, as participants and shirt numbers of the data file.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Fields } from '../../../http/api/manage.ts';
import type { GameForm, StoredGame } from './game-form.ts';

export type GameFieldsOptions = {
  /** Shirt numbers of the club's squad by `user:1`; null without one. */
  readonly squad: ReadonlyMap<string, number | null>;
  /** The game that the form changes; null for a new one. */
  readonly stored: StoredGame | null;
  /** ms since 1970 */
  readonly now: number;
  readonly words: PageWords['games']['faults'];
};

type Participant = StoredGame['participants'][number];

/** Guests of one game. */
const GUESTS_MAX = 100;
const shirtNumber = /^[1-9]\d?$/;
const LINE_ENDS = /[\r\n]+/;

/** `count`: the number of teams. A player of a team that does not play any more has no team. */
export function playersOf(
  form: GameForm,
  count: number,
  { squad, stored, words }: GameFieldsOptions,
  refuse: (path: string, message: string) => void,
): Fields {
  const before = stored?.participants ?? [];
  const people = before.filter((player) => player.player_type !== 'guest');
  const known = new Set(people.map(keyOf));
  const kept = people.flatMap((player) => {
    const entry = form.players.get(keyOf(player));
    // The form did not show this player.
    if (entry === undefined) return [player];
    return entry.place === '' ? [] : [movedTo(player, teamOf(entry.place, count))];
  });
  const added = [...form.players].flatMap(([key, { place }]): Participant[] => {
    if (place === '' || known.has(key)) return [];
    const [type = '', id = ''] = key.split(':');
    return [{ player_type: type === 'junior' ? 'junior' : 'user', id: Number(id), team: teamOf(place, count) }];
  });
  const guests = guestsOf(form, count, before);
  if (guests.length > GUESTS_MAX) refuse('guests', words.guests(GUESTS_MAX));
  if (guests.some(({ name }) => (name ?? '').length > NAME_MAX)) refuse('guests', words.tooLong(NAME_MAX));
  const participants = [...kept, ...added, ...guests];
  const playing = new Set(participants.map(keyOf));
  const numbers: Record<string, number> = {};
  for (const [key, number] of Object.entries(stored?.lineup_edits?.numbers ?? {}))
    if (playing.has(key) && !form.players.has(key)) numbers[key] = number;
  for (const [key, { number }] of form.players) {
    if (number === '' || !playing.has(key)) continue;
    if (!shirtNumber.test(number)) refuse(`lineup_edits.numbers.${key}`, words.number);
    else if (Number(number) !== squad.get(key)) numbers[key] = Number(number);
  }
  return { participants, lineup_edits: { numbers, fill_ins: stored?.lineup_edits?.fill_ins ?? {} } };
}

const keyOf = ({ player_type: type, id }: Participant): string => `${type}:${id ?? ''}`;

const teamOf = (place: string, count: number): number | null => {
  const team = /^[1-9]$/.test(place) ? Number(place) : null;
  return team !== null && team <= count ? team : null;
};

/** A player in a team plays: an earlier "maybe" becomes a yes. */
const movedTo = (player: Participant, team: number | null): Participant =>
  (player.team ?? null) === team ? player : { ...player, team, rsvp: 'confirmed' };

/** A guest of the same name keeps what the form does not show. */
function guestsOf({ guests }: GameForm, count: number, before: readonly Participant[]): readonly Participant[] {
  const left = before.filter(({ player_type: type }) => type === 'guest');
  return guests.flatMap((lines, team) =>
    lines
      .split(LINE_ENDS)
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .slice(0, GUESTS_MAX + 1)
      .map((name) => {
        const place = team === 0 ? null : teamOf(String(team), count);
        const same = left.findIndex((guest) => guest.name === name);
        const [known] = same === -1 ? [] : left.splice(same, 1);
        return known === undefined ? { player_type: 'guest' as const, name, team: place } : movedTo(known, place);
      }),
  );
}
