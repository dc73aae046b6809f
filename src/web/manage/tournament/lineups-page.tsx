// `/manage/tournaments/{slug}/matches/{match}/lineups`: who starts and who sits on the bench, for both teams.
import type { Side } from '../../../../protocol/wire/board.ts';
import { SIDES } from '../../../browser/shared/side.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import type { MatchPerson } from '../../../store/match-people.ts';
import { Button, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { changeRow, type Fault, keptFields, readRow, shownFields, shownIn } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { type Difference, StaleNotice } from '../stale-notice.tsx';
import {
  type Entries,
  entriesOf,
  type Entry,
  lineupDifferences,
  lineupFields,
  numberFaults,
  partNames,
  readEntries,
} from './lineup-entries.ts';
import { labelOfId } from './match-form.ts';
import { admitTo, namesOf, titleOfId, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';
import { LongList } from '../../layout/pieces.tsx';

export const lineupRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_lineups',
    path: '/manage/tournaments/{slug}/matches/{match}/lineups',
    keepsForm: true,
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
          : await changeRow(
              deps,
              staff,
              { kind: 'match', key, shown: shownIn(form) },
              lineupFields(entries, people, row),
            );
      if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=saved#match-${key}`);
      if (saved.outcome === 'stale') {
        // The other change may have brought players into the line-ups who were in neither team.
        const listed = await peopleOf(deps, tournament);
        const differences = lineupDifferences(entriesOf(saved.row), entries, listed, visit.words.tournament);
        const newer = { by: saved.by, differences };
        return lineupsPage(tournament, { people: listed, entries, hidden: shownFields(saved.row), faults: [], newer });
      }
      return lineupsPage(tournament, { people, entries, hidden: keptFields(shownIn(form)), faults: saved.faults });
    },
  });

const peopleOf = ({ integrations }: TournamentPagesDeps, { staff }: TournamentStaff) =>
  integrations.readMatchPeople(staff.resource.id, Number(staff.visit.param('match')));

/** A form of line-ups as it is shown. */
export type LineupState = {
  readonly people: readonly MatchPerson[];
  readonly entries: Entries;
  readonly hidden: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  readonly newer?: { readonly by: string | null; readonly differences: readonly Difference[] };
};

function lineupsPage(tournament: TournamentStaff, form: LineupState): Promise<Answer> {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return tournament.staff.visit.html(status, <LineupsPage {...tournament} {...form} />);
}

function LineupsPage({ staff, view, people, entries, hidden, faults, newer }: TournamentStaff & LineupState) {
  const words = useWords();
  const { tournament: texts } = words;
  const id = Number(staff.visit.param('match'));
  const match = view.matches.find((one) => one.match.fixture.id === id);
  const names = match === undefined ? { home: '', away: '' } : namesOf(match, words);
  const address = `${staff.address}/matches/${id}/lineups`;
  return (
    <ManagePage staff={staff} section="overview" title={texts.lineupsOf(titleOfId(view, id, words))}>
      <p>{labelOfId(view, id, words)}</p>
      <FaultNotice faults={faults} />
      {newer !== undefined && <StaleNotice {...newer} address={address} />}
      <LineupForm
        staff={staff}
        address={address}
        names={names}
        sides={SIDES}
        back={staff.address}
        form={{ people, entries, hidden, faults }}
      />
    </ManagePage>
  );
}

type LineupFormProps = {
  readonly staff: Staff;
  readonly address: string;
  /** Where the form leads back to. */
  readonly back: string;
  /** The sides that the visitor may set. */
  readonly sides: readonly Side[];
  readonly names: Readonly<Record<Side, string>>;
  readonly form: LineupState;
};

export function LineupForm({ staff, address, back, sides, names, form }: LineupFormProps) {
  const { tournament: texts, staff: staffWords } = useWords();
  const { people, entries, hidden } = form;
  return (
    <Form action={address} csrf={staff.visit.csrf} hidden={hidden}>
      {sides.map((side) => {
        const own = people.filter((person) => person.side === side);
        return (
          <fieldset key={side}>
            <legend>{names[side]}</legend>
            {own.length === 0 && <p class="hint">{texts.noPeople}</p>}
            <ul class="game-list">
              <LongList of={own} entry={(person) => <PersonRow person={person} entry={entries.get(person.id)} />} />
            </ul>
          </fieldset>
        );
      })}
      <div class="actions">
        <Button>{staffWords.save}</Button>
        <a class="button quiet" href={back}>
          {texts.back}
        </a>
      </div>
    </Form>
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
        {partNames(texts).map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={`p.${id}`} value={value} checked={(entry?.part ?? '') === value} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </li>
  );
}
