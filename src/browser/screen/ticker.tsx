// One line at the foot: the matches that are not running, one at a time.
import { useFit } from '../shared/fit-text.ts';
import { TURN_MS, useTurns } from '../shared/turns.ts';
import { type Listed, type ListedMatch, resultOf, type TextContext, whenOf } from './listed.ts';
import { useSettings } from './settings.ts';

export function Ticker({ matches, now }: { matches: Listed; now: () => number }) {
  const { words, lang } = useSettings();
  const [listed] = useTurns(matches, 1, now, TURN_MS / 2).shown;
  const about = listed && aboutOf(listed, { now: now(), words, lang });
  const ref = useFit<HTMLParagraphElement>(`${listed?.id ?? ''} ${about ?? ''}`);
  if (!listed) return null;
  const { match } = listed;
  return (
    <p class="ticker" data-testid="ticker" ref={ref}>
      <bdi>{match.home.name}</bdi> <b>{resultOf(match, words)}</b> <bdi>{match.away?.name ?? words.bye}</bdi>
      <small> · {about}</small>
    </p>
  );
}

/** `15:30 · Group A` */
const aboutOf = (listed: ListedMatch, context: TextContext): string =>
  [whenOf(listed, context), listed.stage].filter((part) => part !== '').join(' · ');
