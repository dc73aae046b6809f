// The names of the schemas in the documents. A schema without a name is inlined, or named after its endpoint.
import { resourcesAnswer } from '../rest/account.ts';
import {
  boardEventSchema,
  boardGoalSchema,
  boardPlayerSchema,
  cardCountSchema,
  clockSchema,
  feedMatchSchema,
  feedStateSchema,
  gameBoardSchema,
  gameSideSchema,
  gameStateSchema,
  keeperSchema,
  matchBoardSchema,
  matchSideSchema,
  matchStateSchema,
  periodSchema,
  playerTypeSchema,
  scoreSchema,
  sideSchema,
  statsSchema,
  statusSchema,
} from '../wire/board.ts';
import { club, clubPlayer } from '../rest/club.ts';
import { causeSchema, snapshotFrameSchema } from '../wire/down.ts';
import { completedGame, game, gameTeam, matchup, playerInGame } from '../rest/game.ts';
import type { NamedSchemas } from './json-schema.ts';
import { markerTypeSchema } from '../rest/marker.ts';
import { clubRoleSchema, positionSchema, skillLevelSchema } from '../rest/player.ts';
import { logEntry, loggedMarker, logToken } from '../rest/match-log.ts';
import { problemBodySchema } from '../rest/problem.ts';
import { gameResult, goalInput, goalResource, markerResource } from '../rest/bodies.ts';
import {
  interClubPlayer,
  intraClubPlayer,
  lineup,
  lineupPlayer,
  tournament,
  tournamentHead,
  tournamentMatch,
  tournamentTeam,
} from '../rest/tournament.ts';

/** The lists of allowed values, the same in both directions. */
export const ENUMERATIONS = {
  MarkerType: markerTypeSchema,
  MatchStatus: statusSchema,
  Period: periodSchema,
  Side: sideSchema,
  PlayerType: playerTypeSchema,
  Position: positionSchema,
  SkillLevel: skillLevelSchema,
  ClubRole: clubRoleSchema,
} as const satisfies NamedSchemas;

/** The state of live channels. */
export const LIVE_STATE = {
  GameState: gameStateSchema,
  MatchState: matchStateSchema,
  FeedState: feedStateSchema,
  FeedMatch: feedMatchSchema,
  GameBoard: gameBoardSchema,
  MatchBoard: matchBoardSchema,
  GameSide: gameSideSchema,
  MatchSide: matchSideSchema,
  Clock: clockSchema,
  LiveScore: scoreSchema,
  CardCount: cardCountSchema,
  Stats: statsSchema,
  Keeper: keeperSchema,
  BoardPlayer: boardPlayerSchema,
  BoardEvent: boardEventSchema,
  BoardGoal: boardGoalSchema,
  Cause: causeSchema,
} as const satisfies NamedSchemas;

/** Answers. */
export const RESOURCES = {
  ...ENUMERATIONS,
  ...LIVE_STATE,
  Error: problemBodySchema,
  Resources: resourcesAnswer,
  Club: club,
  ClubPlayer: clubPlayer,
  Game: game,
  CompletedGame: completedGame,
  GameTeam: gameTeam,
  Matchup: matchup,
  PlayerInGame: playerInGame,
  Tournament: tournament,
  TournamentHead: tournamentHead,
  TournamentTeam: tournamentTeam,
  TournamentMatch: tournamentMatch,
  InterClubPlayer: interClubPlayer,
  IntraClubPlayer: intraClubPlayer,
  Lineup: lineup,
  LineupPlayer: lineupPlayer,
  Marker: markerResource,
  Goal: goalResource,
  GameResult: gameResult,
  Snapshot: snapshotFrameSchema,
  LogEntry: logEntry,
  LoggedMarker: loggedMarker,
  LogToken: logToken,
} as const satisfies NamedSchemas;

/** Request bodies. */
export const BODIES = { ...ENUMERATIONS, GoalInput: goalInput } as const satisfies NamedSchemas;
