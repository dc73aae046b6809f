// What the director brings on air over the picture: the panel in the centre, the line of text, the rehearsal of a banner.
import type { BoardState, Side } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { type EntryLine, linesOf, matchEntries } from '../shared/entries.ts';
import { type Aired, airedFor, rehearsalShow } from '../shared/on-air.ts';
import type { Show } from '../shared/shows.ts';
import { SIDES } from '../shared/side.ts';
import type { Words } from '../shared/words.ts';
import { Countdown } from './countdown.tsx';
import { Fixtures } from './fixtures.tsx';
import { LineupGraphic } from './lineup.tsx';
import type { OverlayOptions } from './options.ts';
import { playingTeams, type Scene, sceneOf } from './scene.ts';
import { Standings } from './standings.tsx';
import { Stats } from './stats.tsx';
import { Versus } from './versus.tsx';

type PanelProps = {
  readonly panel: NonNullable<Aired['panel']>;
  readonly state: BoardState;
  readonly facts: Facts;
  readonly options: OverlayOptions;
  readonly words: Words;
  readonly now: () => number;
};

/** Draws nothing without data, and on the overlay of another pairing. */
export function AirPanel({ panel, state, facts, options, words, now }: PanelProps) {
  const { match = panel.pairing } = options;
  const scene = sceneOf(state, { options: { ...options, match }, words, now });
  if (scene === null || (panel.pairing !== undefined && panel.pairing !== scene.matchId)) return null;
  switch (panel.kind) {
    case 'lineups':
      return <LineupGraphic scene={scene} facts={facts} />;
    case 'statistics':
      return <Stats scene={scene} />;
    case 'standings':
      return <Standings facts={facts} options={options} words={words} playing={playingTeams(state)} />;
    case 'scorers':
      return <Scorers scene={scene} />;
    case 'countdown':
      return <Countdown scene={scene} facts={facts} />;
    case 'fixtures':
      return <Fixtures facts={facts} options={options} words={words} now={now} />;
  }
}

/** More would not fit in the height of the picture. */
const SCORERS_MAX = 12;

function Scorers({ scene }: { scene: Scene }) {
  const { state, matchId, words } = scene;
  const entries = matchEntries(state, matchId);
  const goalsOf = (side: Side): readonly EntryLine[] =>
    linesOf(entries[side].filter(({ kind }) => kind === 'goal')).slice(0, SCORERS_MAX);
  return (
    <section class="panel scorers" data-testid="scorers" aria-label={words.scorers}>
      <Versus scene={scene} title={words.scorers} />
      <div class="scorers-sides">
        {SIDES.map((side) => (
          <ol key={side} class={`scorers-side ${side}`}>
            {goalsOf(side).map((line) => (
              <li key={line.key}>
                <bdi>{line.name ?? words.unknownPlayer}</bdi>{' '}
                <span class="scorers-minutes">{minutesOf(line, words)}</span>
              </li>
            ))}
          </ol>
        ))}
      </div>
    </section>
  );
}

/** `38’ pen., 65’` */
function minutesOf({ times }: EntryLine, words: Words): string {
  const notes = { penalty: words.penaltyShort, own_goal: words.ownGoalShort };
  return times
    .map(({ minute, note }) =>
      [minute === null ? '' : shownMinute(minute), note === null ? '' : notes[note]]
        .filter((part) => part !== '')
        .join(' '),
    )
    .filter((part) => part !== '')
    .join(', ');
}

export const AirText = ({ text }: { text: NonNullable<Aired['text']> }) => (
  <section class="lower air-text" data-testid="air-text" role="status">
    <span class="lower-bar" />
    <div class="lower-body">
      <p class="lower-text" dir="auto">
        {text.text}
      </p>
    </div>
  </section>
);

/** The cue that the picture shows a replay. */
export const ReplayCue = ({ words }: { words: Words }) => (
  <section class="replay" data-testid="replay" role="status">
    <svg class="replay-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v16L1 12ZM23 4v16L12 12Z" />
    </svg>
    {words.replay}
  </section>
);

/** The banner of the rehearsal on this overlay; null without one, and where the address asks for no such banner. */
export function rehearsalOf(aired: Aired, scene: Scene): Show | null {
  const show = rehearsalShow(airedFor(aired, scene.state, scene.matchId), scene.matchId, 'overlay', scene.words);
  return show !== null && scene.options.widgets.some((widget) => widget === show.kind) ? show : null;
}
