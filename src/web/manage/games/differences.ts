// What differs between a form and the game that another person stored meanwhile, in the words of the form.
import type { PageWords } from '../../../browser/shared/words.ts';
import type { ClubPerson } from '../../../store/club-people.ts';
import type { Difference } from '../stale-notice.tsx';
import type { GameForm } from './game-form.ts';

type Shown = readonly [label: string, text: (form: GameForm) => string];

/** What differs, in the order of the form. */
export function differencesOf(
  stored: GameForm,
  typed: GameForm,
  words: PageWords['games'],
  people: readonly ClubPerson[],
): readonly Difference[] {
  return [...fieldsShown(words), ...playersShown(stored, typed, words, people)].flatMap(([label, text]) =>
    text(stored) === text(typed) ? [] : [{ label, stored: text(stored), typed: text(typed) }],
  );
}

function fieldsShown(words: PageWords['games']): readonly Shown[] {
  const { when, teams, pairings, format, players } = words;
  const teamName = ({ teams: all }: GameForm, team: number): string => all[team - 1]?.name || teams.team(team);
  const shownTeams = (form: GameForm): readonly number[] =>
    form.teams.flatMap((_, index) => (index < Number(form.teamCount) ? [index + 1] : []));
  return [
    [when.title, ({ title }) => title],
    [when.time, (form) => (form.when === 'now' ? when.now : form.at.replace('T', ' '))],
    [when.zone, ({ zone }) => zone],
    [when.location, ({ location }) => location],
    [when.field, ({ field }) => field],
    [when.pitch, ({ pitch }) => pitch],
    [format.halves, ({ halves }) => (halves === '1' ? format.one : format.two)],
    [format.minutes, ({ minutes }) => minutes],
    [format.isPublic, ({ isPublic }) => (isPublic ? '✓' : '')],
    [format.notes, ({ notes }) => notes],
    [
      teams.legend,
      (form) =>
        shownTeams(form)
          .map((team) => teamName(form, team))
          .join(', '),
    ],
    ...[1, 2, 3, 4].map((team): Shown => [
      teams.color(team),
      (form) => {
        const color = shownTeams(form).includes(team) ? (form.teams[team - 1]?.color ?? '') : '';
        return color.toLowerCase();
      },
    ]),
    [
      pairings.legend,
      (form) =>
        form.pairings
          .flatMap((text) => {
            const [, home = '', away = ''] = text.split(':');
            const isShown = [home, away].every((team) => Number(team) <= Number(form.teamCount));
            if (!isShown) return [];
            const name = teamName(form, Number(home));
            return [away === '' ? pairings.bye(name) : pairings.of(name, teamName(form, Number(away)))];
          })
          .sort()
          .join(', '),
    ],
    [players.guestsWithout, ({ guests }) => linesOf(guests[0])],
    ...[1, 2, 3, 4].map((team): Shown => [players.guestsOf(team), ({ guests }) => linesOf(guests[team])]),
  ];
}

function playersShown(
  stored: GameForm,
  typed: GameForm,
  { players, teams }: PageWords['games'],
  people: readonly ClubPerson[],
): readonly Shown[] {
  const placeText = (place: string): string => {
    if (place === '') return players.out;
    return place === 'in' ? players.in : teams.team(Number(place));
  };
  return [...new Set([...stored.players.keys(), ...typed.players.keys()])].map((key): Shown => {
    const person = people.find((one) => one.key === key);
    return [
      person?.name ?? key,
      (form) => {
        const { place, number } = form.players.get(key) ?? { place: '', number: '' };
        const isOwnNumber = place !== '' && number !== '' && number !== String(person?.number ?? '');
        return isOwnNumber ? `${placeText(place)}, ${number}` : placeText(place);
      },
    ];
  });
}

const LINE_ENDS = /[\r\n]+/;
const linesOf = (text = ''): string =>
  text
    .split(LINE_ENDS)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
