// `/manage/tournaments/{slug}/fixtures`: makes the matches from the teams. The first button shows them, the second one stores them.
import type { FixturesAnswer } from '../../../../protocol/rest/fixtures.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Button, Check, Choice, Field, Form, TextArea } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { Notice } from '../../layout/notice.tsx';
import { Table } from '../../layout/table.tsx';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { When } from '../../public/when.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import { valuesIn } from '../form-values.ts';
import { bodyOf, FIELDS, firstValues, type PlanValues } from './fixtures-form.ts';
import { admitTo, orFaults, targetOf, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';
import { FieldProblem } from '../field-problem.tsx';

/** Characters of a query that proxies take as they are set at first: of 50 pitches with long names it may have more. */
const QUERY_MAX = 2_000;

/** Places of faults that stand at a field. */
const PLACES = [
  'groups',
  'knockout',
  'knockout.best_next',
  'schedule.start',
  'schedule.pitches',
  'schedule.match_minutes',
  'schedule.break_minutes',
  'schedule.rest_minutes',
  'schedule.day_minutes',
];

export const fixturesRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_fixtures',
    path: '/manage/tournaments/{slug}/fixtures',
    keepsForm: true,
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      if (visit.query.get('do') === 'preview') {
        return planned(deps, tournament, { values: valuesIn(visit.query, FIELDS), isPreview: true });
      }
      return visit.html(
        200,
        <FixturesPage {...tournament} values={firstValues(tournament)} faults={[]} preview={null} />,
      );
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const sent = { values: valuesIn(form, FIELDS), isPreview: form.get('do') !== 'create' };
      const query = String(new URLSearchParams({ do: 'preview', ...sent.values }));
      // "Back" of a browser shows the page of an address again, and no answer to a form.
      if (sent.isPreview && query.length <= QUERY_MAX && !('faults' in bodyFor(tournament, sent))) {
        return seeOther(`${tournament.staff.address}/fixtures?${query}`);
      }
      return planned(deps, tournament, sent);
    },
  });

type Sent = { readonly values: PlanValues; readonly isPreview: boolean };

/** Stored in English: each reader's page says it in the reader's language. */
const bodyFor = ({ staff, zone }: TournamentStaff, { values, isPreview }: Sent) =>
  bodyOf(values, zone, { isPreview, language: isPreview ? staff.visit.language : 'en', words: staff.visit.words });

/** The matches of the form, shown or stored. */
async function planned(deps: TournamentPagesDeps, tournament: TournamentStaff, sent: Sent): Promise<Answer> {
  const { staff } = tournament;
  const made = await orFaults(staff.visit.words, async () => {
    const read = bodyFor(tournament, sent);
    if ('faults' in read) return read;
    if (!sent.isPreview) deps.managed.countChange({ kind: 'match', ...targetOf(staff) });
    return deps.fixtures.make(targetOf(staff), read);
  });
  if ('created' in made && made.created) return seeOther(`${staff.address}?done=made`);
  const [faults, preview] = 'faults' in made ? [made.faults, null] : [[], made];
  const page = <FixturesPage {...tournament} values={sent.values} faults={faults} preview={preview} />;
  return staff.visit.html(faults.length > 0 ? 422 : 200, page);
}

type Props = TournamentStaff & {
  readonly values: PlanValues;
  readonly faults: readonly Fault[];
  readonly preview: FixturesAnswer | null;
};

export function FixturesPage(props: Props) {
  const { staff, view, zone, values, faults, preview } = props;
  const { tournament: words } = useWords();
  const known = view.matches.length;
  return (
    <ManagePage staff={staff} section="fixtures">
      <FaultNotice faults={faults} places={PLACES} />
      {view.teams.length < 2 && (
        <p>
          {words.noTeams} <a href={`${staff.address}/teams`}>{words.addTeams}</a>
        </p>
      )}
      <Form action={`${staff.address}/fixtures`} csrf={staff.visit.csrf}>
        <CompetitionFields {...props} />
        <ScheduleFields {...props} />
        {known > 0 && <Check name="replace" label={words.replace(known)} isOn={values.replace === 'on'} />}
        {preview !== null && <Preview matches={preview.matches} zone={zone} />}
        <div class="actions">
          {/* The first button is the one of the Enter key: a field that was changed must not store matches that were not shown. */}
          <Button name="do" value="preview" {...(preview === null ? {} : { kind: 'quiet' })}>
            {words.show}
          </Button>
          {preview !== null && (
            <Button name="do" value="create">
              {words.create(preview.matches.length)}
            </Button>
          )}
        </div>
      </Form>
    </ManagePage>
  );
}

/** Who plays whom: groups, and the knockout after them. */
function CompetitionFields({ view, values, faults }: Props) {
  const { tournament: words, staff } = useWords();
  const groups = new Set(view.teams.flatMap(({ group_name: group }) => group ?? [])).size;
  return (
    <fieldset>
      <legend>{staff.who}</legend>
      <Choice
        name="groups"
        label={words.groups}
        choices={[
          ['', words.none],
          ['1', words.once],
          ['2', words.twice],
        ]}
        chosen={values.groups}
      />
      <FieldProblem message={faultAt(faults, 'groups')} />
      <Choice
        name="knockout"
        label={words.knockout}
        choices={[
          ['', words.none],
          ...[1, 2, 3, 4].map((count): [string, string] => [String(count), words.perGroup(count)]),
          ['teams', words.allTeams],
        ]}
        chosen={values.knockout}
      />
      <FieldProblem message={faults.find(({ path }) => path === 'knockout')?.message ?? null} />
      {groups > 1 && (
        <Choice
          name="best_next"
          label={words.bestNext}
          hint={words.bestNextHint}
          choices={Array.from({ length: groups }, (_, count): [string, string] => [
            String(count),
            count === 0 ? words.none : String(count),
          ])}
          chosen={values.best_next}
        />
      )}
      <FieldProblem message={faultAt(faults, 'knockout.best_next')} />
      <Check name="third_place" label={words.thirdPlace} isOn={values.third_place === 'on'} />
    </fieldset>
  );
}

function ScheduleFields({ zone, values, faults }: Props) {
  const { tournament: words, staff } = useWords();
  const field = (name: keyof PlanValues, label: string, path: string, input: object, hint?: string) => (
    <Field
      name={name}
      label={label}
      hint={hint}
      problem={faultAt(faults, path)}
      input={{ value: values[name], autocomplete: 'off', ...input }}
    />
  );
  const time = { type: 'datetime-local', required: true };
  const minutes = { inputMode: 'numeric', maxLength: 4 };
  return (
    <fieldset>
      <legend>{staff.whenAndWhere}</legend>
      {field('start', words.firstKickOff, 'schedule.start', time, words.zoneIs(zone))}
      {field('ends', words.dayEnds, 'schedule.day_minutes', { type: 'time' }, words.dayEndsHint)}
      <TextArea
        name="pitches"
        label={words.pitches}
        hint={words.pitchesHint}
        problem={faultAt(faults, 'schedule.pitches')}
        value={values.pitches}
        area={{ rows: 3, required: true }}
      />
      {field('match_minutes', words.matchMinutes, 'schedule.match_minutes', minutes, words.matchMinutesHint)}
      {field('break_minutes', words.breakMinutes, 'schedule.break_minutes', minutes)}
      {field('rest_minutes', words.restMinutes, 'schedule.rest_minutes', minutes)}
    </fieldset>
  );
}

/** The matches that the second button stores. */
function Preview({ matches, zone }: { readonly matches: FixturesAnswer['matches']; readonly zone: string }) {
  const { language, words: all } = usePageLanguage();
  const { tournament: words, fixtures, frame } = all;
  return (
    <section>
      <h2 id="preview">{words.preview(matches.length)}</h2>
      <Notice kind="note" title={words.previewNote} />
      <Table
        stacks
        labelledBy="preview"
        head={words.previewColumns}
        rows={matches.map((match) => [
          <bdi>{`${match.home.name} – ${match.away.name}`}</bdi>,
          match.scheduled_at === null ? '' : <When at={Date.parse(match.scheduled_at)} lang={language} zone={zone} />,
          <bdi>{match.pitch}</bdi>,
          match.group_name === null
            ? match.knockout_round_label
            : fixtures.numbered(frame.group(match.group_name), match.round ?? 1),
        ])}
      />
    </section>
  );
}
