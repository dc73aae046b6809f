// Who plays, in the form of a game: one tap for each player, and guests by name.
import type { ClubPeople } from '../../../store/club-people.ts';
import { byNameIn } from '../../layout/by-name.ts';
import { TextArea } from '../../layout/form.tsx';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import type { GameForm } from './game-form.ts';
import { TEAMS } from './teams-part.tsx';
import { FieldProblem } from '../field-problem.tsx';
import { LongList } from '../../layout/pieces.tsx';

type PlayersPartProps = {
  readonly form: GameForm;
  readonly faults: readonly Fault[];
  readonly people: Pick<ClubPeople, 'people' | 'unlisted'>;
  /** Keys of those who may come. */
  readonly maybe: ReadonlySet<string>;
};

export function PlayersPart({ form, faults, people: { people, unlisted }, maybe }: PlayersPartProps) {
  const { language, words: all } = usePageLanguage();
  const { players: words } = all.games;
  return (
    <fieldset id="players">
      <legend>{all.staff.who}</legend>
      <p class="hint">{people.length === 0 ? words.none : words.hint}</p>
      <p class="totals" aria-hidden="true">
        {TEAMS.map((team) => (
          <span key={team} id={`team-total-${team}`} data-team={team} />
        ))}
      </p>
      <ul class="players">
        <LongList
          of={people.toSorted(byNameIn(language))}
          entry={({ key, name, number }) => (
            <Player
              of={key}
              name={name}
              squadNumber={number}
              entry={form.players.get(key) ?? { place: '', number: '' }}
              isMaybe={maybe.has(key)}
              problem={faultAt(faults, `lineup_edits.numbers.${key}`)}
            />
          )}
        />
      </ul>
      {unlisted > 0 && <p class="hint">{words.unlisted(unlisted)}</p>}
      <FieldProblem message={faultAt(faults, 'participants')} />
      <p class="chips-label">{words.guests}</p>
      <p class="hint">{words.guestsHint}</p>
      <div class="guests">
        {[...TEAMS, 0].map((team) => (
          <div key={team} data-team={team}>
            <TextArea
              name={`guests${team}`}
              label={team === 0 ? words.guestsWithout : words.guestsOf(team)}
              area={{ rows: 2, autocomplete: 'off', autocapitalize: 'words' }}
              value={form.guests[team] ?? ''}
            />
          </div>
        ))}
      </div>
      <FieldProblem message={faultAt(faults, 'guests')} />
    </fieldset>
  );
}

type PlayerProps = {
  readonly of: string;
  readonly name: string;
  readonly squadNumber: number | null;
  readonly entry: { readonly place: string; readonly number: string };
  readonly isMaybe: boolean;
  readonly problem: string | null;
};

function Player({ of, name, squadNumber, entry, isMaybe, problem }: PlayerProps) {
  const { players: words, teams } = useWords().games;
  const places = [
    { place: '', mark: '–', label: words.out },
    { place: 'in', mark: '✓', label: words.in },
    ...TEAMS.map((team) => ({ place: String(team), mark: String(team), label: teams.team(team) })),
  ];
  return (
    <li class="player">
      <input
        class="number"
        name={`n.${of}`}
        value={entry.number}
        placeholder={squadNumber === null ? '' : String(squadNumber)}
        inputMode="numeric"
        maxLength={2}
        autocomplete="off"
        aria-label={words.number(name)}
        aria-invalid={problem === null ? undefined : 'true'}
      />
      <span class="who">
        <bdi>{name}</bdi>
        {isMaybe && <span class="hint"> ({words.maybe})</span>}
      </span>
      <span class="chips" role="radiogroup" aria-label={name}>
        {places.map(({ place, mark, label }) => (
          <label key={place} data-team={/^\d$/.test(place) ? place : undefined}>
            <input type="radio" name={`p.${of}`} value={place} aria-label={label} checked={entry.place === place} />
            <span aria-hidden="true">{mark}</span>
          </label>
        ))}
      </span>
      <FieldProblem message={problem} />
    </li>
  );
}
