// The show for a goal and for a cancelled goal, which covers the tile; and the strip at the foot of the tile for smaller
// news: a substitution, the name that comes after its goal, a goal in a list of matches.
import { Fragment } from 'preact';
import type { Board, FeedMatch } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { sideColors, type SideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { other } from '../shared/side.ts';
import type { Show } from '../shared/shows.ts';
import type { Words } from '../shared/words.ts';
import { useSettings } from './settings.ts';
import { Badge, badgeOf } from './team.tsx';

type ShowViewProps = { readonly show: Show | null; readonly match: Board | FeedMatch; readonly isRehearsal?: boolean };
type ShowProps = { readonly show: Show; readonly match: Board | FeedMatch };

/** `isRehearsal`: the show is marked as a rehearsal. */
export function ShowView({ show, match, isRehearsal = false }: ShowViewProps) {
  const { words, colors: chosen } = useSettings();
  // The board counts the cards: a screen has no show for one.
  if (show === null || show.kind === 'card') return null;
  const isLarge = 'events' in match && (show.kind === 'goal' || show.kind === 'goal_cancelled');
  const Size = isLarge ? GoalAnimation : Strip;
  return (
    <Size
      key={`${show.kind} ${show.key}`}
      show={show}
      match={match}
      words={words}
      isRehearsal={isRehearsal}
      colors={sideColors(match, chosen)[show.side]}
    />
  );
}

type SizedProps = ShowProps & {
  readonly words: Words;
  readonly isRehearsal: boolean;
  readonly colors: SideColors['home'];
};

function GoalAnimation({ show, match, words, isRehearsal, colors }: SizedProps) {
  const title = show.kind === 'goal' ? words.goal : words.goalCancelled;
  const team = teamLine({ show, match }, words);
  const minute = minuteOf(show) ?? '';
  const name = show.event?.player?.name ?? '';
  const titleRef = useFit<HTMLParagraphElement>(title);
  const nameRef = useFit<HTMLParagraphElement>(`${team} ${minute} ${name}`);
  const { home = 0, away = 0 } = match.score;
  const badge = badgeOf(match[show.side]);
  return (
    <section
      class={`goal-animation ${show.kind}`}
      data-testid="goal-animation"
      role="status"
      aria-live="assertive"
      style={{ '--team': colors.color, '--team-ink': colors.ink }}
    >
      {isRehearsal && <RehearsalMark words={words} />}
      {badge !== undefined && <Badge badge={badge} className="goal-animation-crest" />}
      <p class="goal-animation-title" ref={titleRef}>
        {title}
      </p>
      <p class="goal-animation-score" aria-hidden="true">
        {home}–{away}
      </p>
      <p class="goal-animation-name" ref={nameRef} dir="auto">
        <strong>{team}</strong>
        {(minute !== '' || name !== '') && (
          <span class="goal-animation-scorer">
            <bdi dir="ltr">{minute}</bdi>
            {minute !== '' && name !== '' && ' · '}
            <bdi>{name}</bdi>
          </span>
        )}
      </p>
    </section>
  );
}

function Strip({ show, match, words, isRehearsal, colors }: SizedProps) {
  const title = stripTitle(show, words);
  const minute = minuteOf(show) ?? '';
  const parts = stripParts({ show, match }, words);
  const ref = useFit<HTMLParagraphElement>(`${title} ${minute} ${JSON.stringify(parts)}`);
  return (
    <section
      class="strip"
      data-testid="strip"
      data-kind={show.kind}
      role="status"
      style={{ '--team': colors.color, '--team-ink': colors.ink }}
    >
      {isRehearsal && <RehearsalMark words={words} />}
      <p class="strip-text" ref={ref}>
        <span>
          <b>{title}</b> {minute !== '' && <bdi dir="ltr">{minute}</bdi>}
          {parts.map(({ label, text }, index) => (
            <Fragment key={index}>
              {(index > 0 || minute !== '') && ' · '}
              {label !== undefined && `${label}: `}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
        </span>
      </p>
    </section>
  );
}

const RehearsalMark = ({ words }: { words: Words }) => (
  <p class="rehearsal-mark" data-testid="rehearsal">
    {words.rehearsal}
  </p>
);

function stripTitle({ kind }: Show, words: Words): string {
  if (kind === 'substitution') return words.substitution;
  return kind === 'scorer' ? words.scorer : words.goal;
}

type Part = { readonly label?: string; readonly text: string | undefined };
const isKnown = (part: Part): part is Part & { readonly text: string } => part.text !== undefined;

/** `Ana Silva · Riverside`; of a substitution `In: Eva Lopes · Out: Ana Silva · Riverside`. */
function stripParts({ show, match }: ShowProps, words: Words) {
  const [player, second] = [show.event?.player?.name, show.event?.second_player?.name];
  const names: readonly Part[] =
    show.kind === 'substitution'
      ? [
          { label: words.playerIn, text: second },
          { label: words.playerOut, text: player },
        ]
      : [{ text: player }];
  return [...names, { text: teamLine({ show, match }, words) }].filter(isKnown);
}

const minuteOf = ({ event }: Show): string | undefined =>
  event?.minute === undefined ? undefined : shownMinute(event.minute);

/** The team that the event is credited to; for an own goal, both teams. */
function teamLine({ show: { side, event }, match }: ShowProps, words: Words): string {
  const team = match[side]?.name ?? '';
  return event?.own_goal === true ? words.ownGoalFor(match[other(side)]?.name ?? '', team) : team;
}
