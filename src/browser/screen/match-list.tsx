// The list of a feed in which nothing runs: a block for each time, and in it a line for each match.
import type { Side } from '../../../protocol/wire/board.ts';
import { useFit } from '../shared/fit-text.ts';
import { WholeWords } from '../shared/whole-words.tsx';
import { useColumns } from './columns.ts';
import { Heading } from './heading.tsx';
import { type Listed, resultOf, whenOf } from './listed.ts';
import { useSettings } from './settings.ts';
import { Ticker } from './ticker.tsx';
import { useMinutes } from '../shared/tick.ts';
import { useTurns } from '../shared/turns.ts';

/** Lines that are readable below each other; on a wide screen there are two columns of them. */
const ROWS_MAX = 8;
/** Fewer lines are not drawn larger. */
const ROWS_MIN = 3;
/** From this shape on there are two columns, in parts of the height. */
const TWO_COLUMNS = 2.4;

type MatchListProps = { readonly heading: string; readonly matches: Listed; readonly now: () => number };

export function MatchList({ heading, matches, now }: MatchListProps) {
  const { words, lang } = useSettings();
  const [ref, columns] = useColumns<HTMLOListElement>((aspect) => (aspect > TWO_COLUMNS ? 2 : 1), []);
  useMinutes(now);
  const { shown, page, pages } = useTurns(matches, ROWS_MAX * columns, now);
  const context = { now: now(), words, lang };
  // Without a second column to fill, two columns would leave a half empty.
  const used = shown.length > ROWS_MAX / 2 ? columns : 1;
  const rows = Math.max(ROWS_MIN, Math.ceil(shown.length / used));
  const whens = shown.map((listed) => whenOf(listed, context));
  // A block tells its time once, and again at the head of a column.
  const isFirst = (index: number): boolean => index % rows === 0 || whens[index] !== whens[index - 1];
  const hasStages = shown.some(({ stage }) => stage !== '');
  return (
    <main class="list">
      <Heading text={heading} />
      <ol class={hasStages ? 'rows staged' : 'rows'} ref={ref} style={{ '--columns': used, '--rows': rows }}>
        {shown.map(({ id, match, stage }, index) => (
          <li class={isFirst(index) ? 'row first' : 'row'} key={id} data-match={id} data-status={match.status}>
            <When text={isFirst(index) ? (whens[index] ?? '') : ''} />
            {hasStages && <span class="stage">{stage}</span>}
            <SideName side="home" name={match.home.name} />
            <span class="points">{resultOf(match, words)}</span>
            <SideName side="away" name={match.away?.name ?? words.bye} />
          </li>
        ))}
      </ol>
      {pages > 1 && <Dots page={page} pages={pages} />}
      <Ticker matches={matches} now={now} />
    </main>
  );
}

/** The day stands below the time. */
function When({ text }: { text: string }) {
  const [time, day] = text.split(' · ');
  return (
    <span class="when">
      {time}
      {day !== undefined && <small class="day">{day}</small>}
    </span>
  );
}

/** Both names of a line have one size. */
function SideName({ side, name }: { side: Side; name: string }) {
  const ref = useFit<HTMLSpanElement>(name, '.row');
  return (
    <span class={`side ${side}`} ref={ref}>
      <bdi>
        <WholeWords text={name} />
      </bdi>
    </span>
  );
}

/** Which page of how many. */
const Dots = ({ page, pages }: { page: number; pages: number }) => (
  <p class="dots" role="img" aria-label={`${page + 1}/${pages}`}>
    {Array.from({ length: pages }, (_, index) => (
      <i key={index} class={index === page ? 'dot on' : 'dot'} />
    ))}
  </p>
);
