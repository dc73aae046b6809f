// `/manage/tournaments/{slug}/matches/{match}/lineups`: who starts and who sits on the bench, for both teams.
import { z } from 'zod';
import type { Fields, Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import type { MatchPerson } from '../../../store/match-people.ts';
import { Button, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { changeRow, type Fault, readRow, shownFields, shownIn } from '../save-row.ts';
import { StaleNotice } from '../stale-notice.tsx';
import { labelOfId } from './match-form.ts';
import { admitTo, namesOf, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';

const SIDES = ['home', 'away'] as const;
const PARTS = ['starters', 'substitutes'] as const;

/** `part`: '' is not in the line-up. `number`: as typed. */
type Entry = { readonly part: string; readonly number: string };
type Entries = ReadonlyMap<number, Entry>;

const player = z.looseObject({ user_id: z.number(), jersey_number: z.number().nullish() });
const lineup = z.object({ starters: z.array(player), substitutes: z.array(player) });
const stored = z.object({ home: lineup, away: lineup });
type Stored = z.infer<typeof stored>;

export const lineupRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_lineups',
    path: '/manage/tournaments/{slug}/matches/{match}/lineups',
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const row = await readRow(deps, tournament.staff, 'match', visit.param('match'));
      const people = await peopleOf(deps, tournament);
      return lineupsPage(tournament, { people, entries: entriesOf(row), hidden: shownFields(row), faults: [] });
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const key = visit.param('match');
      const row = await readRow(deps, staff, 'match', key);
      const people = await peopleOf(deps, tournament);
      const entries = readEntries(form, people);
      const faults = numberFaults(entries, people, visit.words.tournament.faults.number);
      const saved =
        faults.length > 0
          ? ({ outcome: 'refused', faults } as const)
          : await changeRow(deps, staff, { kind: 'match', key, shown: shownIn(form) }, fieldsOf(entries, people, row));
      if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=saved#match-${key}`);
      if (saved.outcome === 'stale') {
        const newer = { by: saved.by };
        return lineupsPage(tournament, { people, entries, hidden: shownFields(saved.row), faults: [], newer });
      }
      const hidden = { ...shownFields(row), etag: shownIn(form).etag };
      return lineupsPage(tournament, { people, entries, hidden, faults: saved.faults });
    },
  });

const peopleOf = ({ integrations }: TournamentPagesDeps, { staff }: TournamentStaff) =>
  integrations.readMatchPeople(staff.resource.id, Number(staff.visit.param('match')));

const lineupsIn = ({ file }: Pick<Row, 'file'>): Stored => stored.parse(file['lineups']);

const entriesOf = (row: Row): Entries =>
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

const readEntries = (form: URLSearchParams, people: readonly MatchPerson[]): Entries =>
  new Map(
    people.map(({ id }): [number, Entry] => {
      const part = form.get(`p.${id}`) ?? '';
      return [
        id,
        { part: part === 'starters' || part === 'substitutes' ? part : '', number: (form.get(`n.${id}`) ?? '').trim() },
      ];
    }),
  );

const shirt = /^[1-9]\d?$/;

const numberFaults = (entries: Entries, people: readonly MatchPerson[], text: (name: string) => string): Fault[] =>
  people.flatMap(({ id, name }) => {
    const { number = '' } = entries.get(id) ?? {};
    return number === '' || shirt.test(number) ? [] : [{ path: '', message: text(name) }];
  });

/** What the form does not show of a player, as the place on the pitch, stays. */
function fieldsOf(entries: Entries, people: readonly MatchPerson[], row: Row): Fields {
  const before = lineupsIn(row);
  const known = new Map(
    SIDES.flatMap((side) => PARTS.flatMap((part) => before[side][part].map((one) => [one.user_id, one] as const))),
  );
  const listed = (side: (typeof SIDES)[number], part: (typeof PARTS)[number]) =>
    people.flatMap(({ id, side: own }) => {
      const entry = entries.get(id);
      if (own !== side || entry?.part !== part) return [];
      return [{ ...known.get(id), user_id: id, jersey_number: entry.number === '' ? null : Number(entry.number) }];
    });
  const of = (side: (typeof SIDES)[number]) => ({
    starters: listed(side, 'starters'),
    substitutes: listed(side, 'substitutes'),
  });
  return { lineups: { home: of('home'), away: of('away') } };
}

type LineupForm = {
  readonly people: readonly MatchPerson[];
  readonly entries: Entries;
  readonly hidden: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  readonly newer?: { readonly by: string | null };
};

function lineupsPage(tournament: TournamentStaff, form: LineupForm): Answer {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return tournament.staff.visit.html(status, <LineupsPage {...tournament} {...form} />);
}

function LineupsPage({ staff, view, people, entries, hidden, faults, newer }: TournamentStaff & LineupForm) {
  const words = useWords();
  const { tournament: texts } = words;
  const id = Number(staff.visit.param('match'));
  const match = view.matches.find((one) => one.match.fixture.id === id);
  const names = match === undefined ? { home: '', away: '' } : namesOf(match);
  const address = `${staff.address}/matches/${id}/lineups`;
  return (
    <ManagePage staff={staff} section="overview" title={`${texts.lineups}: ${labelOfId(view, id, words)}`}>
      {faults.length > 0 && <FaultNotice faults={faults} />}
      {newer !== undefined && <StaleNotice by={newer.by} differences={[]} address={address} />}
      <Form action={address} csrf={staff.visit.csrf}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {SIDES.map((side) => {
          const own = people.filter((person) => person.side === side);
          return (
            <fieldset key={side}>
              <legend>{names[side]}</legend>
              {own.length === 0 && <p class="hint">{texts.noPeople}</p>}
              <ul class="game-list">
                {own.map((person) => (
                  <PersonRow key={person.id} person={person} entry={entries.get(person.id)} />
                ))}
              </ul>
            </fieldset>
          );
        })}
        <div class="actions">
          <Button>{texts.save}</Button>
          <a class="button quiet" href={staff.address}>
            {texts.back}
          </a>
        </div>
      </Form>
    </ManagePage>
  );
}

function PersonRow({
  person: { id, name, number },
  entry,
}: {
  readonly person: MatchPerson;
  readonly entry: Entry | undefined;
}) {
  const { tournament: texts } = useWords();
  const parts = [
    ['', texts.out],
    ['starters', texts.starts],
    ['substitutes', texts.bench],
  ] as const;
  return (
    <li class="lineup">
      <p class="row-title">
        <bdi>{name}</bdi>
        <input
          class="number"
          name={`n.${id}`}
          value={entry?.number ?? ''}
          placeholder={number === null ? '' : String(number)}
          inputMode="numeric"
          maxLength={2}
          size={3}
          autocomplete="off"
          aria-label={texts.numberOf(name)}
        />
      </p>
      <div class="chips" role="radiogroup" aria-label={name}>
        {parts.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={`p.${id}`} value={value} checked={(entry?.part ?? '') === value} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </li>
  );
}
