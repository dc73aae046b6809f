// The teams of a game in its form: how many, their names and colours, and who plays whom.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import { Field } from '../../layout/form.tsx';
import { useWords } from '../../layout/words.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import { type GameForm, PAIRS, TEAMS_MAX, TEAMS_MIN } from './game-form.ts';
import { ColorChoice } from '../color-choice.tsx';
import { FieldProblem } from '../field-problem.tsx';

type PartProps = { readonly form: GameForm; readonly faults: readonly Fault[] };

export const TEAMS: readonly number[] = Array.from({ length: TEAMS_MAX }, (_, index) => index + 1);

export function TeamsPart({ form, faults }: PartProps) {
  const { teams: words } = useWords().games;
  return (
    <fieldset id="teams">
      <legend>{words.legend}</legend>
      <p class="chips-label" id="count-label">
        {words.count}
      </p>
      <div class="chips" role="radiogroup" aria-labelledby="count-label">
        {TEAMS.filter((count) => count >= TEAMS_MIN).map((count) => (
          <label key={count}>
            <input
              type="radio"
              id={`teams-${count}`}
              name="teams"
              value={count}
              checked={form.teamCount === String(count)}
            />
            <span>{count}</span>
          </label>
        ))}
      </div>
      <FieldProblem
        message={faultAt(
          faults.filter(({ path }) => path === 'teams'),
          'teams',
        )}
      />
      {form.teams.map(({ name, color }, index) => (
        <div key={index} class="team" data-team={index + 1}>
          <Field
            name={`team${index + 1}_name`}
            label={words.name(index + 1)}
            problem={faultAt(faults, `teams[${index}].name`)}
            input={{ value: name, placeholder: words.team(index + 1), maxLength: NAME_MAX, autocomplete: 'off' }}
          />
          <ColorChoice name={`team${index + 1}_color`} label={words.color(index + 1)} color={color} />
          <FieldProblem message={faultAt(faults, `teams[${index}].jersey_color`)} />
        </div>
      ))}
    </fieldset>
  );
}

/** Shown for three and four teams: two have one pairing. Its problem is shown for two as well: a played pairing must stay. */
export function PairingsPart({ form, faults }: PartProps) {
  const { pairings: words, teams } = useWords().games;
  const nameOf = (team: number): string => form.teams[team - 1]?.name || teams.team(team);
  const chosen = new Set(form.pairings);
  const given = form.pairings.flatMap((text) => {
    const [, home = '', away = ''] = text.split(':');
    return home === '' ? [] : [{ text, home: Number(home), away: away === '' ? null : Number(away) }];
  });
  const isGiven = (home: number, away: number): boolean =>
    given.some((pair) => (pair.home === home && pair.away === away) || (pair.home === away && pair.away === home));
  const others = PAIRS.filter(([home, away]) => !isGiven(home, away)).map(([home, away]) => ({
    text: `:${home}:${away}`,
    home,
    away,
  }));
  return (
    <>
      <fieldset id="pairings">
        <legend>{words.legend}</legend>
        {[...given, ...others].map(({ text, home, away }) => (
          <label key={text} class="check" data-team={Math.max(home, away ?? 0)}>
            <input type="checkbox" name="pairing" value={text} checked={chosen.has(text)} />{' '}
            {away === null ? words.bye(nameOf(home)) : words.of(nameOf(home), nameOf(away))}
          </label>
        ))}
      </fieldset>
      <FieldProblem message={faultAt(faults, 'matchups')} />
    </>
  );
}
