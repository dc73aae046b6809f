import type { Stats } from '../../../../protocol/wire/board.ts';
import type { FollowRejection } from '../follow.ts';
import { en as status } from './status/en.ts';

/** The texts that every language has (words.ts). */
export const en = {
  ...status,
  penalties: 'Penalties',
  /** Follows a shootout score: `4–3 pens`. */
  pens: 'pens',
  /** Each side has had five kicks. */
  suddenDeath: 'Sudden death',
  nextKick: 'Next kick',
  /** `Riverside win 7–6 on penalties`. */
  winOnPenalties: (team: string, score: string) => `${team} win ${score} on penalties`,
  bye: 'Bye',
  goal: 'GOAL!',
  /** `by`: the team of the player, `team`: the team that it counts for. */
  ownGoalFor: (by: string, team: string) => `Own goal (${by}), for ${team}`,
  /** Title of the name that comes after its goal. */
  scorer: 'Scorer',
  goalCancelled: 'Goal cancelled',
  ownGoalShort: 'o.g.',
  penaltyShort: 'pen.',
  yellowCard: 'Yellow card',
  secondYellow: 'Second yellow card',
  /** A second yellow card together with its red one. */
  sendingOff: 'Second yellow, red',
  redCard: 'Red card',
  kickScored: 'Scored',
  kickMissed: 'Missed',
  kickSaved: 'Saved',
  substitution: 'Substitution',
  playerIn: 'In',
  playerOut: 'Out',
  unknownPlayer: 'Unknown',
  lineups: 'Line-ups',
  substitutes: 'Substitutes',
  captainShort: 'C',
  kickOffIn: 'Kick-off in',
  kickOffAt: 'Kick-off',
  kickOffSoon: 'Kick-off soon',
  statistics: 'Statistics',
  stats: {
    shots_on_target: 'Shots on target',
    shots_off_target: 'Shots off target',
    missed_chances: 'Missed chances',
    chances_created: 'Chances created',
    gk_saves: 'Saves',
    defensive_contributions: 'Defensive actions',
    fouls: 'Fouls',
  } satisfies Record<keyof Stats, string>,
  standings: 'Standings',
  columns: {
    played: 'P',
    won: 'W',
    drawn: 'D',
    lost: 'L',
    difference: '+/−',
    points: 'Pts',
  },
  noMatches: 'No matches now.',
  nothingDrawn: 'No pairings yet.',
  connecting: 'Connecting …',
  noConnectionYet: 'No connection to the server yet',
  noSignal: 'No signal',
  connectionLost: 'Connection lost',
  lastUpdate: (minutes: number) => `last update ${minutes} min ago`,
  startsIn: (seconds: number) => `Delayed: starts in ${seconds} s`,
  /** Titles of rejections; `{channel}` is replaced with the channel. */
  rejections: {
    unauthorized: 'The token in this address is not accepted',
    revoked: 'The token in this address was revoked',
    expired: 'The token in this address has expired',
    forbidden: 'This screen cannot show {channel}',
    invalid: 'This screen cannot show {channel}',
  } satisfies Record<FollowRejection['reason'], string>,
  noToken: 'The address of this screen has no token',
  noTokenAdvice: 'Ask the club or the tournament for an address with a view token: /screen/…?token=…',
  forbiddenAdvice:
    'The token is valid, but not for this channel. Ask the club or the tournament for a token that names it.',
  noSuchScreen: 'This screen does not exist',
  channelAdvice: 'A screen shows game:ID, match:ID, club:SLUG or tournament:SLUG.',
  noScript: 'This screen needs JavaScript.',
  oneMoment: 'One moment',
  triesAgain: 'This page retries automatically.',
  /** Short forms for a scorebug, shown in place of the clock. */
  halfTimeShort: 'HT',
  fullTimeShort: 'FT',
  extraTimeShort: 'ET',
  assist: 'Assist',
  penaltyGoal: 'Penalty goal',
  penaltyMissed: 'Penalty missed',
  penaltySaved: 'Penalty saved',
  group: 'Group',
  round: 'Round',
  yellowCards: 'Yellow cards',
  redCards: 'Red cards',
  /** The mark of what is only tried. */
  rehearsal: 'Rehearsal',
  addedTime: 'Added time',
  scorers: 'Goals',
  nextMatches: 'Next matches',
  replay: 'Replay',
  /** In a rehearsal. */
  samplePlayers: ['Player A', 'Player B'] as readonly [string, string],
};
