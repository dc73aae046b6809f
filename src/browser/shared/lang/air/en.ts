// The texts of the director's page.
import type { PanelKind, RehearsalKind } from '../../../../../protocol/wire/air.ts';

export const en = {
  /** The link of the console. */
  link: 'On air',
  title: 'Director',
  back: '‹ Console',
  now: 'On air now',
  nothing: 'Only the score.',
  noSignal: 'No signal',
  connecting: 'Connecting …',
  signIn: 'Sign in',
  unreachable: 'The server cannot be reached. Nothing was changed: try again.',
  pairing: 'Pairing',
  panels: 'Centre',
  panel: {
    lineups: 'Line-ups',
    statistics: 'Statistics',
    standings: 'Table',
    scorers: 'Scorers',
    countdown: 'Countdown',
    fixtures: 'Next matches',
  } satisfies Record<PanelKind, string>,
  noData: 'no data yet',
  ends: 'Ends',
  byHand: 'by hand',
  after: (seconds: number) => `after ${seconds} s`,
  text: 'Text',
  textHint: 'For example: Attendance 1,240',
  show: 'Show',
  addedTime: 'Added time',
  minutes: 'Minutes',
  replay: 'Replay',
  replayHint: 'The cue on overlays ends by itself after 20 seconds.',
  banner: 'Banner',
  takeOff: 'Take off',
  takeOffOf: (what: string) => `Take off: ${what}`,
  takeOffBanner: 'Take the banner off',
  takeOffAll: 'Take everything off',
  rehearsal: 'Rehearsal',
  rehearsalHint: 'With a mark, for 8 seconds. The match does not change. Screens have no show for a card.',
  tries: { goal: 'Try a goal', card: 'Try a card', substitution: 'Try a substitution' } satisfies Record<
    RehearsalKind,
    string
  >,
  side: 'Side',
  shownOn: 'Shown on',
  pages: { all: 'screens and overlays', screen: 'screens', overlay: 'overlays' },
  banners: {
    goal: 'Goal',
    goal_cancelled: 'Goal cancelled',
    scorer: 'Scorer',
    card: 'Card',
    substitution: 'Substitution',
  },
};
export type AirWords = typeof en;
