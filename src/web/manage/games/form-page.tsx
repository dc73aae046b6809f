// The page with the form of a club game: a new one, or a stored one.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { ClubPeople } from '../../../store/club-people.ts';
import { Button, Check, Choice, Field, Form, TextArea } from '../../layout/form.tsx';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { TIME_ZONES } from '../local-time.ts';
import { type Fault, faultAt } from '../save-row.ts';
import { StaleNotice } from '../stale-notice.tsx';
import type { Staff } from '../staff.ts';
import { differencesOf } from './differences.ts';
import { type GameForm, WEEKS_MAX } from './game-form.ts';
import { ScopeField } from './scope-field.tsx';
import { PlayersPart } from './players-part.tsx';
import { PairingsPart, TeamsPart } from './teams-part.tsx';
import { FieldProblem } from '../field-problem.tsx';

export type FormPageProps = {
  readonly staff: Staff;
  readonly title: string;
  /** The address of the form. */
  readonly address: string;
  readonly form: GameForm;
  readonly faults: readonly Fault[];
  readonly people: Pick<ClubPeople, 'people' | 'unlisted'>;
  readonly maybe: ReadonlySet<string>;
  /** Sent back unchanged. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly notice: string | null;
  /** The stored game that the form changes; null for a new one. */
  readonly stored: {
    readonly isOfService: boolean;
    readonly hasFormTeams: boolean;
    /** Null: it takes place. */
    readonly cancellation: { readonly reason: string | null } | null;
    /** How many later games its series has, and whether the change is for them too. */
    readonly following: number;
    readonly isForFollowing: boolean;
    /** What another person stored meanwhile. */
    readonly newer: { readonly form: GameForm; readonly by: string | null } | null;
  } | null;
  /** The form must be sent again after so many seconds, by the button with the value `then` (rule MANAGE-8). */
  readonly wait?: { readonly seconds: number; readonly then: string } | undefined;
  /** Whether the browser may choose the time zone: no game of the club has told one. */
  readonly isZoneGuessed: boolean;
  readonly scripts: readonly string[];
};

/** The paths of faults that have a place on this page. */
const PLACES = [
  'title',
  'date_time',
  'timezone',
  'location',
  'field',
  'pitch',
  'notes',
  'format',
  'weeks',
  'matchups',
  'participants',
  'lineup_edits',
  'guests',
  'teams',
];
const EXTRAS = ['field', 'pitch', 'notes', 'weeks'];

export function FormPage(props: FormPageProps) {
  const { staff, form, faults, stored, address } = props;
  const { games: words, staff: staffWords } = useWords();
  const hasTeams = stored?.hasFormTeams ?? true;
  // A cancelled game does not begin.
  const isScored = (stored?.cancellation ?? null) === null;
  return (
    <ManagePage staff={staff} section="games" title={props.title} notice={props.notice} scripts={props.scripts}>
      <FaultNotice faults={faults} places={PLACES} />
      {props.wait && (
        <Notice kind="note" title={words.wait.title}>
          <p role="timer" data-send-after={props.wait.seconds} data-then={props.wait.then}>
            {words.wait.advice(props.wait.seconds)}
          </p>
        </Notice>
      )}
      {stored?.newer && (
        <StaleNotice
          by={stored.newer.by}
          address={address}
          differences={differencesOf(stored.newer.form, form, words, props.people.people)}
        />
      )}
      {stored?.cancellation && (
        <Notice kind="note" title={words.cancellation.isCancelled}>
          {stored.cancellation.reason !== null && <p dir="auto">{stored.cancellation.reason}</p>}
          <p>
            <a href={`${address}?ask=restore`}>{words.cancellation.restoreLink}</a>
          </p>
        </Notice>
      )}
      {stored?.isOfService === false && (
        <Notice kind="note" title={words.fileTitle}>
          <p>{words.fileAdvice}</p>
        </Notice>
      )}
      <Form action={address} csrf={staff.visit.csrf} hidden={props.hidden}>
        <div class="game-form">
          {hasTeams ? (
            <>
              <TeamsPart form={form} faults={faults} />
              <PlayersPart form={form} faults={faults} people={props.people} maybe={props.maybe} />
              <PairingsPart form={form} faults={faults} />
            </>
          ) : (
            <p class="hint">{words.fileTeams}</p>
          )}
          <WhenPart {...props} />
          <LengthPart {...props} />
          {stored !== null && <ScopeField following={stored.following} isChosen={stored.isForFollowing} />}
          <div class="actions sticky">
            {isScored && (
              <Button name="then" value="score">
                {words.saveAndScore}
              </Button>
            )}
            <Button {...(isScored ? { kind: 'quiet' } : {})} name="then" value="list">
              {staffWords.save}
            </Button>
          </div>
        </div>
      </Form>
      <div class="actions">
        {stored !== null && (
          <>
            {stored.cancellation === null && (
              <a class="button quiet" href={`${address}?ask=cancel`}>
                {words.cancellation.link}
              </a>
            )}
            <a class="button destructive" href={`${address}?ask=delete`}>
              {words.delete}
            </a>
          </>
        )}
        <a class="button quiet" href={staff.address}>
          {words.cancel}
        </a>
      </div>
    </ManagePage>
  );
}

function WhenPart({ form, faults, isZoneGuessed }: FormPageProps) {
  const { games, staff } = useWords();
  const { when: words } = games;
  const zones = TIME_ZONES.includes(form.zone) ? TIME_ZONES : [form.zone, ...TIME_ZONES];
  return (
    <fieldset id="when">
      <legend>{staff.whenAndWhere}</legend>
      <Field
        name="title"
        label={words.title}
        problem={faultAt(faults, 'title')}
        input={{ value: form.title, maxLength: NAME_MAX, autocomplete: 'off', required: true }}
      />
      <div class="chips wide-chips" role="radiogroup" aria-label={words.time}>
        {(['now', 'at'] as const).map((when) => (
          <label key={when}>
            <input type="radio" id={`when-${when}`} name="when" value={when} checked={form.when === when} />
            <span>{words[when]}</span>
          </label>
        ))}
      </div>
      <div class="later">
        <Field
          name="at"
          label={words.time}
          problem={faultAt(faults, 'date_time')}
          input={{ type: 'datetime-local', value: form.at }}
        />
        <div data-guess={isZoneGuessed ? 'yes' : undefined}>
          <Choice
            name="zone"
            label={words.zone}
            problem={faultAt(faults, 'timezone')}
            choices={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
            chosen={form.zone}
          />
        </div>
      </div>
      <Field
        name="location"
        label={words.location}
        problem={faultAt(faults, 'location')}
        input={{ value: form.location, maxLength: 2_000, autocomplete: 'off' }}
      />
    </fieldset>
  );
}

function LengthPart({ form, faults, stored }: FormPageProps) {
  const { format: words, when } = useWords().games;
  return (
    <fieldset id="length">
      <legend>{words.legend}</legend>
      <p class="chips-label" id="halves-label">
        {words.halves}
      </p>
      <div class="chips wide-chips" role="radiogroup" aria-labelledby="halves-label">
        {(['1', '2'] as const).map((halves) => (
          <label key={halves}>
            <input type="radio" name="halves" value={halves} checked={form.halves === halves} />
            <span>{halves === '1' ? words.one : words.two}</span>
          </label>
        ))}
      </div>
      <FieldProblem message={faultAt(faults, 'format.halves')} />
      <Field
        name="minutes"
        label={words.minutes}
        problem={faultAt(faults, 'format.half_minutes')}
        input={{ value: form.minutes, inputMode: 'numeric', maxLength: 3, autocomplete: 'off' }}
      />
      {stored === null && (
        <Choice
          name="weeks"
          label={words.weeks}
          hint={words.weeksHint}
          problem={faultAt(faults, 'weeks')}
          choices={Array.from({ length: WEEKS_MAX }, (_, index) => [
            String(index + 1),
            index === 0 ? words.once : words.times(index + 1),
          ])}
          chosen={form.weeks}
        />
      )}
      <Check name="public" value="yes" label={words.isPublic} isOn={form.isPublic} />
      <details open={faultAt(faults, ...EXTRAS) !== null}>
        <summary>{[when.field, when.pitch, words.notes].join(', ')}</summary>
        {(['field', 'pitch'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={when[name]}
            problem={faultAt(faults, name)}
            input={{ value: form[name], maxLength: 2_000, autocomplete: 'off' }}
          />
        ))}
        <TextArea
          name="notes"
          label={words.notes}
          problem={faultAt(faults, 'notes')}
          area={{ rows: 3, maxLength: 20_000 }}
          value={form.notes}
        />
      </details>
    </fieldset>
  );
}
