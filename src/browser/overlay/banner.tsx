// The banner for a goal, a card or a substitution.
import { useState } from 'preact/hooks';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { other } from '../shared/side.ts';
import type { Shown } from '../shared/shows.ts';
import type { Words } from '../shared/words.ts';
import { type Banner, bannerOf } from './banners.ts';
import type { Scene, SideLook } from './scene.ts';
import { Badge } from './versus.tsx';

const TITLES: Readonly<Record<Banner['kind'], (words: Words) => string>> = {
  goal: ({ goal }) => goal,
  own_goal: ({ goal }) => goal,
  penalty: ({ penaltyGoal }) => penaltyGoal,
  scorer: ({ scorer }) => scorer,
  cancelled: ({ goalCancelled }) => goalCancelled,
  yellow: ({ yellowCard }) => yellowCard,
  second_yellow: ({ secondYellow }) => secondYellow,
  sending_off: ({ sendingOff }) => sendingOff,
  red: ({ redCard }) => redCard,
  substitution: ({ substitution }) => substitution,
};
const CARDS: Readonly<Partial<Record<Banner['kind'], string>>> = {
  yellow: 'yellow',
  second_yellow: 'second_yellow',
  sending_off: 'second_yellow',
  red: 'red',
};

type BannerProps = Shown & { readonly scene: Scene; readonly facts: Facts; readonly isRehearsal?: boolean };

export function BannerBox({ show, isLeaving, scene, facts, isRehearsal = false }: BannerProps) {
  const { words, sides, board } = scene;
  const banner = bannerOf(show, board);
  const { kind, side, score } = banner;
  const card = CARDS[kind];
  return (
    <section
      class={isLeaving ? `banner ${kind} leaving` : `banner ${kind}`}
      style={{ '--team': sides[side].color, '--team-ink': sides[side].ink }}
      data-testid="banner"
      data-kind={kind}
      role="status"
    >
      <span class="banner-bar" />
      {isRehearsal && (
        <span class="rehearsal-mark" data-testid="rehearsal">
          {words.rehearsal}
        </span>
      )}
      <div class="banner-flag">
        {card !== undefined && <span class={`card ${card}`} />}
        <span dir="auto">{TITLES[kind](words)}</span>
      </div>
      <Portrait url={portraitOf(show.event, facts)} look={sides[side]} />
      <div class="banner-body">
        {kind === 'substitution' ? <Change banner={banner} scene={scene} /> : <Who banner={banner} scene={scene} />}
        <p class="banner-team" dir="auto">
          {teamLine(banner, scene)}
        </p>
      </div>
      {score !== null && (
        <div class="banner-score" data-testid="banner-score">
          {score[0]}–{score[1]}
        </div>
      )}
    </section>
  );
}

/**
 * The address of the portrait of the player that the banner is about, of a substitution the one who comes on; null without one.
 * Only users have one, never juniors (rule PAGE-35).
 */
export function portraitOf(event: BoardEvent | null, { portraits = {} }: Pick<Facts, 'portraits'>): string | null {
  const player = event?.type === 'Substitution' ? (event.second_player ?? event.player) : event?.player;
  return player?.type === 'user' && player.id !== undefined ? (portraits[String(player.id)] ?? null) : null;
}

/** The crest stays until the portrait has loaded, and if it does not load. */
function Portrait({ url, look }: { readonly url: string | null; readonly look: SideLook }) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const isShown = url !== null && loaded === url;
  return (
    <>
      {url !== null && (
        <img class="portrait" src={url} alt="" hidden={!isShown} data-testid="portrait" onLoad={() => setLoaded(url)} />
      )}
      {!isShown && <Badge look={look} />}
    </>
  );
}

type PartProps = { readonly banner: Banner; readonly scene: Scene };

/** The player and the minute. Without a name, the team. */
function Who({ banner: { side, player, minute }, scene: { sides } }: PartProps) {
  return (
    <p class="banner-who" dir="auto">
      <span class="banner-name">{player ?? sides[side].name}</span>
      {minute !== null && <span class="banner-minute"> {shownMinute(minute)}</span>}
    </p>
  );
}

/** Who comes on and who goes off, as far as they are named. */
function Change({ banner: { side, player, second, minute }, scene: { words, sides } }: PartProps) {
  return (
    <p class="banner-who change" dir="auto">
      {second !== null && (
        <span class="banner-name">
          <i class="arrow on" role="img" aria-label={words.playerIn} />
          {second}
        </span>
      )}
      {player !== null && (
        <span class="banner-name off">
          <i class="arrow off" role="img" aria-label={words.playerOut} />
          {player}
        </span>
      )}
      {player === null && second === null && <span class="banner-name">{sides[side].name}</span>}
      {minute !== null && <span class="banner-minute"> {shownMinute(minute)}</span>}
    </p>
  );
}

/** The team, unless the line above names it; with the assist, or with the team of an own goal's scorer. */
function teamLine({ kind, side, player, second, isOwnGoal }: Banner, { words, sides }: Scene): string | null {
  const { name } = sides[side];
  if (isOwnGoal) return words.ownGoalFor(sides[other(side)].name, name);
  if (kind === 'substitution') return player === null && second === null ? null : name;
  const isGoal = kind === 'goal' || kind === 'penalty' || kind === 'scorer';
  const parts = [
    ...(player === null ? [] : [name]),
    ...(isGoal && second !== null ? [`${words.assist}: ${second}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}
