// The endpoints of what staff manage: each kind of row is created, read, changed and deleted in the same way.
import { type Endpoint, kept, problems, root } from './endpoint.ts';
import { fixturesAnswer, fixturesBody, scheduleAnswer } from './fixtures.ts';
import {
  cancellationBody,
  changeBodies,
  creationBodies,
  deletedAnswer,
  managedAnswers,
  MANAGED_OWNERS,
  type ManagedKind,
  restorationQuery,
  tournamentChangeBody,
  tournamentCreationBody,
  tournamentSettingsAnswer,
} from './managed.ts';
import { teamLineupsAnswer, teamLineupsBody, teamMatchesAnswer } from './team-lineups.ts';

const club = `${root}/clubs/{club_slug}`;
const tournament = `${root}/tournaments/{tournament_slug}`;

/** Where the rows of a kind are, the parameter that names one, and its name in sentences. */
const PLACES = {
  game: { path: `${club}/games`, param: '{slug}', name: 'a club game' },
  member: { path: `${club}/members`, param: '{user_id}', name: 'a member of a club' },
  junior: { path: `${club}/juniors`, param: '{junior_id}', name: "a junior of a club's squad" },
  team: { path: `${tournament}/teams`, param: '{team_id}', name: 'a team of a tournament' },
  player: { path: `${tournament}/players`, param: '{user_id}', name: 'a player of a tournament' },
  match: { path: `${tournament}/matches`, param: '{match_id}', name: 'a tournament match' },
} as const;

const one = ({ path, param }: (typeof PLACES)[ManagedKind]) => [`${path}/${param}`];

const creation = <K extends ManagedKind>(kind: K) =>
  ({
    method: 'POST',
    paths: [PLACES[kind].path],
    access: MANAGED_OWNERS[kind],
    summary: `Create ${PLACES[kind].name}`,
    body: creationBodies[kind],
    isIdempotentByKey: true,
    answers: { 200: managedAnswers[kind], 201: managedAnswers[kind], ...problems(404, 413, 422) },
  }) as const satisfies Endpoint;

const reading = <K extends ManagedKind>(kind: K) =>
  ({
    method: 'GET',
    paths: one(PLACES[kind]),
    access: MANAGED_OWNERS[kind],
    summary: `Read ${PLACES[kind].name} as the data file has it`,
    answers: { ...kept(managedAnswers[kind]), ...problems(404) },
  }) as const satisfies Endpoint;

const change = <K extends ManagedKind>(kind: K) =>
  ({
    method: 'PATCH',
    paths: one(PLACES[kind]),
    access: MANAGED_OWNERS[kind],
    summary: `Change ${PLACES[kind].name}`,
    body: changeBodies[kind],
    answers: { 200: managedAnswers[kind], ...problems(404, 412, 413, 422) },
  }) as const satisfies Endpoint;

const deletion = <K extends ManagedKind>(kind: K) =>
  ({
    method: 'DELETE',
    paths: one(PLACES[kind]),
    access: MANAGED_OWNERS[kind],
    summary: `Delete ${PLACES[kind].name}`,
    answers: { 200: deletedAnswer, ...problems(404, 409, 412) },
  }) as const satisfies Endpoint;

export const managedEndpoints = {
  createGame: creation('game'),
  readGame: reading('game'),
  changeGame: change('game'),
  deleteGame: deletion('game'),
  createMember: creation('member'),
  readMember: reading('member'),
  changeMember: { ...change('member'), answers: { ...change('member').answers, ...problems(409) } },
  deleteMember: deletion('member'),
  createJunior: creation('junior'),
  readJunior: reading('junior'),
  changeJunior: change('junior'),
  deleteJunior: deletion('junior'),
  createTeam: creation('team'),
  readTeam: reading('team'),
  changeTeam: change('team'),
  deleteTeam: deletion('team'),
  createPlayer: creation('player'),
  readPlayer: reading('player'),
  changePlayer: change('player'),
  deletePlayer: deletion('player'),
  createMatch: creation('match'),
  readMatch: reading('match'),
  changeMatch: change('match'),
  deleteMatch: deletion('match'),
  cancelGame: {
    method: 'PUT',
    paths: [`${one(PLACES.game)[0]}/cancellation`],
    access: 'club',
    summary: 'Cancel a club game, with a reason; screens, pages and calendars show it at once',
    body: cancellationBody,
    answers: { 200: managedAnswers.game, ...problems(404, 409, 412, 413, 422) },
  },
  restoreGame: {
    method: 'DELETE',
    paths: [`${one(PLACES.game)[0]}/cancellation`],
    access: 'club',
    summary: 'A cancelled club game takes place after all',
    query: restorationQuery,
    answers: { 200: managedAnswers.game, ...problems(404, 412, 422) },
  },
  createTournament: {
    method: 'POST',
    paths: [`${club}/tournaments`],
    access: 'club',
    summary: 'Create a tournament that the club hosts',
    body: tournamentCreationBody,
    isIdempotentByKey: true,
    answers: { 200: tournamentSettingsAnswer, 201: tournamentSettingsAnswer, ...problems(404, 413, 422) },
  },
  readTournamentSettings: {
    method: 'GET',
    paths: [`${tournament}/settings`],
    access: 'tournament',
    summary: 'Read the settings of a tournament as the data file has them',
    answers: { ...kept(tournamentSettingsAnswer), ...problems(404) },
  },
  changeTournament: {
    method: 'PATCH',
    paths: [tournament],
    access: 'tournament',
    summary: 'Change the settings of a tournament',
    body: tournamentChangeBody,
    answers: { 200: tournamentSettingsAnswer, ...problems(404, 412, 413, 422) },
  },
  listTeamMatches: {
    method: 'GET',
    paths: [`${club}/team-matches`],
    access: 'club',
    summary: "The tournament matches of the club's own teams, from a week ago on; 100 at most",
    answers: { 200: teamMatchesAnswer, ...problems() },
  },
  readTeamLineups: {
    method: 'GET',
    paths: [`${club}/team-matches/{match_id}/lineups`],
    access: 'club',
    summary: "Read the line-ups of the club's own teams in a tournament match",
    answers: { ...kept(teamLineupsAnswer), ...problems(404) },
  },
  changeTeamLineups: {
    method: 'PATCH',
    paths: [`${club}/team-matches/{match_id}/lineups`],
    access: 'club',
    summary: "Set the line-ups of the club's own teams in a tournament match",
    body: teamLineupsBody,
    answers: { 200: teamLineupsAnswer, ...problems(404, 409, 412, 413, 422) },
  },
  makeFixtures: {
    method: 'POST',
    paths: [`${tournament}/fixtures`],
    access: 'tournament',
    summary: 'Make the matches of a tournament: groups, knock-out stage, pitches and times',
    body: fixturesBody,
    answers: { 200: fixturesAnswer, 201: fixturesAnswer, ...problems(404, 409, 413, 422) },
  },
  readSchedule: {
    method: 'GET',
    paths: [`${tournament}/schedule`],
    access: 'tournament',
    summary: 'Clashes in the schedule of a tournament, and results that came too late for the bracket',
    answers: { 200: scheduleAnswer, ...problems(404) },
  },
} as const;
