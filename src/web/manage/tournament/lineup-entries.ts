// Who starts and who sits on the bench, as the form has it and as it is stored.
import { z } from 'zod';
import type { Side } from '../../../../protocol/wire/board.ts';
import { SIDES } from '../../../browser/shared/side.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { MatchPerson } from '../../../store/match-people.ts';
import type { Fault } from '../save-row.ts';
import type { Difference } from '../stale-notice.tsx';

const PARTS = ['starters', 'substitutes'] as const;

/** `number`: as typed. */
export type Entry = { readonly part: '' | (typeof PARTS)[number]; readonly number: string };
/** By the id of the player. */
export type Entries = ReadonlyMap<number, Entry>;

/** The parts with their names; '' is not in the line-up. */
export const partNames = (words: PageWords['tournament']) =>
  [
    ['', words.out],
    ['starters', words.starts],
    ['substitutes', words.bench],
  ] as const;

const player = z.looseObject({ user_id: z.number(), jersey_number: z.number().nullish() });
const lineup = z.object({ starters: z.array(player), substitutes: z.array(player) });
const stored = z.object({ home: lineup, away: lineup });
type Stored = z.infer<typeof stored>;

const lineupsIn = ({ file }: Pick<Row, 'file'>): Stored => stored.parse(file['lineups']);

/** The stored line-ups of a match. Throws ZodError for a row of another kind. */
export const entriesOf = (row: Pick<Row, 'file'>): Entries =>
  new Map(
    SIDES.flatMap((side) =>
      PARTS.flatMap((part) =>
        lineupsIn(row)[side][part].map(({ user_id: id, jersey_number: number }): [number, Entry] => [
          id,
          { part, number: typeof number === 'number' ? String(number) : '' },
        ]),
      ),
    ),
  );

/** What the form says of these people. Each has an entry. */
export const readEntries = (form: URLSearchParams, people: readonly MatchPerson[]): Entries =>
  new Map(
    people.map(({ id }): [number, Entry] => {
      const part = PARTS.find((name) => name === form.get(`p.${id}`)) ?? '';
      return [id, { part, number: (form.get(`n.${id}`) ?? '').trim() }];
    }),
  );

const shirt = /^[1-9]\d?$/;

/** A fault for each shirt number that is none. `text`: the message about the player of this name. */
export const numberFaults = (
  entries: Entries,
  people: readonly MatchPerson[],
  text: (name: string) => string,
): Fault[] =>
  people.flatMap(({ id, name }) => {
    const { number = '' } = entries.get(id) ?? {};
    return number === '' || shirt.test(number) ? [] : [{ path: '', message: text(name) }];
  });

/** What the form does not show of a player, as the place on the pitch, stays. */
export function lineupFields(entries: Entries, people: readonly MatchPerson[], row: Pick<Row, 'file'>) {
  const before = lineupsIn(row);
  const known = new Map(
    SIDES.flatMap((side) => PARTS.flatMap((part) => before[side][part].map((one) => [one.user_id, one] as const))),
  );
  const listed = (side: Side, part: (typeof PARTS)[number]) =>
    people.flatMap(({ id, side: own }) => {
      const entry = entries.get(id);
      if (own !== side || entry?.part !== part) return [];
      return [{ ...known.get(id), user_id: id, jersey_number: entry.number === '' ? null : Number(entry.number) }];
    });
  const of = (side: Side) => ({
    starters: listed(side, 'starters'),
    substitutes: listed(side, 'substitutes'),
  });
  return { lineups: { home: of('home'), away: of('away') } };
}

/** What differs in the line-ups, by the names of the players. */
export function lineupDifferences(
  stored: Entries,
  typed: Entries,
  people: readonly MatchPerson[],
  words: PageWords['tournament'],
): readonly Difference[] {
  const names = new Map<string, string>(partNames(words));
  const textOf = (entry: Entry = { part: '', number: '' }): string =>
    [names.get(entry.part) ?? '', ...(entry.part === '' ? [] : [entry.number])].join(' ').trim();
  return people.flatMap(({ id, name }) => {
    const [before, after] = [textOf(stored.get(id)), textOf(typed.get(id))];
    return before === after ? [] : [{ label: name, stored: before, typed: after }];
  });
}
