// The banner for a goal, a card or a substitution.
import { shownMinute } from '../../../protocol/wire/minute.ts';
import type { Banner } from './banners.ts';
import type { Scene } from './scene.ts';
import type { Words } from '../shared/words.ts';

const TITLES: Readonly<Record<Banner['kind'], (words: Words) => string>> = {
  goal: ({ goal }) => goal,
  own_goal: ({ ownGoal }) => ownGoal,
  penalty: ({ penaltyGoal }) => penaltyGoal,
  cancelled: ({ goalCancelled }) => goalCancelled,
  yellow: ({ yellowCard }) => yellowCard,
  second_yellow: ({ secondYellow }) => secondYellow,
  red: ({ redCard }) => redCard,
  substitution: ({ substitution }) => substitution,
};

export function BannerBox({ banner, isLeaving, scene }: { banner: Banner; isLeaving: boolean; scene: Scene }) {
  const { words, sides } = scene;
  const look = banner.side === null ? null : sides[banner.side];
  return (
    <section
      class={isLeaving ? `banner ${banner.kind} leaving` : `banner ${banner.kind}`}
      style={{ '--team': look?.color ?? 'var(--accent)', '--team-ink': look?.ink ?? 'var(--accent-ink)' }}
      data-testid="banner"
      data-kind={banner.kind}
      role="status"
    >
      <span class="banner-bar" />
      <div class="banner-flag">
        {isCard(banner.kind) && <span class={`card ${banner.kind}`} />}
        <span>{TITLES[banner.kind](words)}</span>
      </div>
      <div class="banner-body">
        <Who banner={banner} words={words} />
        {look !== null && (
          <p class="banner-team" dir="auto">
            {look.name}
            {isGoal(banner.kind) && banner.second !== null && (
              <span>
                {' '}
                · {words.assist}: {banner.second}
              </span>
            )}
          </p>
        )}
      </div>
      {banner.score !== null && (
        <div class="banner-score">
          {banner.score[0]}–{banner.score[1]}
        </div>
      )}
    </section>
  );
}

const isCard = (kind: Banner['kind']): boolean => kind === 'yellow' || kind === 'second_yellow' || kind === 'red';
const isGoal = (kind: Banner['kind']): boolean => kind === 'goal' || kind === 'own_goal' || kind === 'penalty';

function Who({ banner: { kind, player, second, minute }, words }: { banner: Banner; words: Words }) {
  const isChange = kind === 'substitution';
  return (
    <p class={isChange ? 'banner-who change' : 'banner-who'} dir="auto">
      {isChange && (
        <span class="banner-name">
          <i class="arrow on" role="img" aria-label={words.playerIn} />
          {second ?? words.unknownPlayer}
        </span>
      )}
      <span class={isChange ? 'banner-name off' : 'banner-name'}>
        {isChange && <i class="arrow off" role="img" aria-label={words.playerOut} />}
        {player ?? words.unknownPlayer}
      </span>
      {minute !== null && <span class="banner-minute"> {shownMinute(minute)}</span>}
    </p>
  );
}
