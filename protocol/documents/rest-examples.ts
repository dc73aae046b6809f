// Example requests and answers for the documents. A test checks each against its schema.
import type { Example } from './example.ts';
import * as lineups from './lineup-examples.ts';
import * as shown from './example-resources.ts';
import { webhookExamples } from './webhook-examples.ts';
import { clubExamples, fixtureExamples, managedExamples } from './managed-examples.ts';

const recorded = { status: 'success', marker_id: shown.goalMarker.id };
const deleted = { status: 'success', message: 'Goal marker deleted.' };
const counted = { created: 1, updated: 0, unchanged: 0 };
const none = { created: 0, updated: 0, unchanged: 0 };

export const examples: Readonly<Record<string, Example | undefined>> = {
  ...clubExamples,
  ...managedExamples,
  ...fixtureExamples,
  getResources: {
    answers: {
      200: {
        user: { id: 1, name: 'Ana Silva', email: 'ana@example.org' },
        clubs: [{ id: 10, name: 'Riverside FC', slug: 'riverside-fc', role: 'owner' }],
        tournaments: [{ id: 7, name: 'Autumn Cup', slug: 'autumn-cup', status: 'group_stage', role: 'organizer' }],
      },
    },
  },
  getTournament: {
    answers: {
      200: {
        ...shown.autumnCup,
        teams: shown.cupTeams,
        players: [shown.cupPlayer],
        upcoming_match_count: 0,
        completed_match_count: 0,
        matches: [shown.cupMatch],
        url: 'https://scores.example/tournaments/autumn-cup',
      },
    },
  },
  listTournamentPlayers: { answers: { 200: { tournament: shown.cupHead, players: [shown.cupPlayer] } } },
  listTournamentMatches: { answers: { 200: { tournament: shown.cupHead, matches: [shown.cupMatch] } } },
  getClub: {
    answers: { 200: { ...shown.riverside, players: [shown.clubPlayer], upcoming_games: [shown.upcomingGame] } },
  },
  listClubPlayers: { answers: { 200: { club: shown.riverside.name, players: [shown.clubPlayer] } } },
  listUpcomingGames: { answers: { 200: { club: shown.riverside.name, games: [shown.upcomingGame] } } },
  listPastGames: { answers: { 200: { club: shown.riverside.name, page: 1, limit: 20, games: [shown.completedGame] } } },
  listClubMatches: {
    answers: {
      200: {
        matches: [
          {
            ...shown.cupMatch,
            tournament: { id: 7, slug: 'autumn-cup', name: 'Autumn Cup', timezone: 'Europe/Lisbon' },
          },
        ],
      },
    },
  },
  getParticipants: { answers: { 200: lineups.participants } },
  patchParticipants: {
    bodies: { 'A shirt number and a fill-in': lineups.changeOf(1) },
    answers: { 200: lineups.participants },
  },
  getLineups: { answers: { 200: lineups.matchLineups } },
  patchLineups: {
    bodies: {
      'A shirt number and a fill-in': lineups.changeOf('home'),
      'Remove a fill-in': { fill_ins: [{ id: lineups.FILL_IN_ID, team: 'home', name: null }] },
    },
    answers: { 200: lineups.matchLineups },
  },
  patchScores: {
    bodies: { 'Both teams': { scores: { '1': 3, '2': 1 } }, 'One team': { scores: { '2': 2 } } },
    answers: { 200: { message: 'Scores updated.', game: shown.gameResult } },
  },
  patchGoals: {
    bodies: {
      'A goal with its assist': { goals: [shown.goal] },
      'No goals': { goals: [] },
    },
    answers: { 200: { message: 'Goals updated.', game: shown.gameResult } },
  },
  postGameMarker: {
    bodies: {
      'Kick-off': { id: shown.startMarker.id, timestamp: '2026-11-22T10:00:00Z', type: 'Start' },
      'A goal': {
        id: shown.goalMarker.id,
        timestamp: '2026-11-22T10:11:20Z',
        type: 'Goal',
        primary_player_pc_id: '1',
        primary_player_type: 'user',
        secondary_player_pc_id: '2',
        secondary_player_type: 'user',
      },
      'A card in one of several pairings': {
        id: 'b1f6f4de-2c0a-4bb4-8f6d-3f0c1b7e9a22',
        match_id: '101_1',
        timestamp: '2026-11-22T10:31:00Z',
        type: 'YellowCard',
        primary_player_pc_id: '1',
        primary_player_type: 'junior',
      },
    },
    answers: { 200: recorded, 201: recorded },
  },
  listGameMarkers: {
    answers: {
      200: {
        game: { id: shown.upcomingGame.id, slug: shown.upcomingGame.slug },
        game_mode: false,
        markers: [
          { ...shown.startMarker, match_id: '100_0' },
          { ...shown.goalMarker, match_id: '100_0' },
        ],
      },
    },
  },
  putGameMarker: {
    bodies: {
      'Name the scorer': {
        timestamp: '2026-11-22T10:11:20Z',
        type: 'Goal',
        primary_player_pc_id: '1',
        primary_player_type: 'user',
      },
    },
    answers: { 200: recorded },
  },
  deleteGameMarker: { answers: { 200: deleted } },
  listMatchMarkers: {
    answers: {
      200: {
        tournament: { id: shown.cupHead.id, slug: shown.cupHead.slug, name: shown.cupHead.name },
        match: shown.matchHead,
        markers: [shown.startMarker, { ...shown.goalMarker, team: 'home', minute: '12' }],
      },
    },
  },
  postMatchMarker: {
    bodies: {
      'Kick-off': { id: shown.startMarker.id, timestamp: '2026-11-21T15:00:00Z', type: 'Start' },
      'A goal': {
        id: shown.goalMarker.id,
        timestamp: '2026-11-21T15:11:20Z',
        type: 'Goal',
        primary_player_pc_id: '1',
        team: 'home',
        scorer: 'Ana Silva',
        minute: '12',
      },
    },
    answers: {
      200: recorded,
      201: {
        ...recorded,
        warnings: [
          "Player 99 is not in this match's roster. The marker is stored without a name. Check the id and the player type.",
        ],
      },
    },
  },
  putMatchMarker: {
    bodies: {
      'Name the scorer': {
        timestamp: '2026-11-21T15:11:20Z',
        type: 'Goal',
        primary_player_pc_id: '1',
        team: 'home',
        minute: '12',
      },
    },
    answers: { 200: recorded },
  },
  deleteMatchMarker: { answers: { 200: { ...deleted, match: shown.matchHead } } },
  patchAir: {
    bodies: {
      'The line-ups for 20 seconds': { panel: { kind: 'lineups', seconds: 20 } },
      'A line of text, and the added time': { text: { text: 'Attendance 1,240' }, added_time: { minutes: 4 } },
      'The cue of a replay': { replay: {} },
      'Try a goal on overlays': { rehearsal: { kind: 'goal', side: 'home', pages: ['overlay'] } },
      'Take all of it off': { panel: null, text: null, added_time: null, replay: null, rehearsal: null, banner: null },
    },
    answers: { 200: shown.airSnapshot },
  },
  getViewers: { answers: { 200: { channel: 'match:701', viewers: 128, nodes: 2 } } },
  getLive: { answers: { 200: shown.snapshot } },
  getLiveEvents: { answers: { 200: `event: snapshot\nid: 0c5efaeb:2\ndata: ${JSON.stringify(shown.snapshot)}\n\n` } },
  getMatchLog: {
    answers: {
      200: {
        channel: 'match:701',
        entries: [
          {
            seq: 1,
            at: '2026-11-21T15:00:00.412Z',
            happened_at: '2026-11-21T15:00:00.000Z',
            cause: [{ marker_id: shown.startMarker.id, type: 'Start', action: 'recorded' }],
            markers: [{ id: shown.startMarker.id, timestamp: '2026-11-21T15:00:00.000Z', type: 'Start' }],
            by_hand: null,
            token: {
              id: 12,
              kind: 'connected_app',
              app_name: 'Score Phone',
              user: { id: 1, name: 'Ana Silva' },
              club: null,
              tournament: null,
            },
          },
        ],
        next: '/api/v1/live/match:701/log?after=1&limit=1',
      },
    },
  },
  createViewToken: {
    bodies: { 'One match, valid for a day': { channels: ['match:701'], expires_in: 86_400 } },
    answers: {
      201: {
        token: 'tlv_eyJhbGciOiJIUzI1NiJ9.eyJjaGFubmVscyI6WyJtYXRjaDo3MDEiXX0.c2lnbmF0dXJl',
        expires_at: '2026-11-22T15:00:00.000Z',
        channels: ['match:701'],
      },
    },
  },
  ...webhookExamples,
  importData: {
    bodies: { 'A club with a game': shown.dataFile },
    answers: {
      200: { users: counted, juniors: none, clubs: counted, games: counted, tournaments: none, matches: none },
    },
  },
  exportData: { answers: { 200: shown.dataFile } },
  eraseUser: { answers: { 200: { user: 1, matches: 2 } } },
};
