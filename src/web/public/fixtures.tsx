// The matches of a tournament: the knockout rounds as a bracket, and all of them by time.
import { ROUND_NAMES } from '../../../protocol/rest/rounds.ts';
import type { Board, BoardState, Side } from '../../../protocol/wire/board.ts';
import { hasShootout, matchStatusLabel, showsClock } from '../../browser/shared/match-status.ts';
import type { Language } from '../../browser/shared/language.ts';
import { placeLanguages } from '../../browser/shared/place-languages.ts';
import { SIDES } from '../../browser/shared/side.ts';
import { minuteAt } from '../../match/clock.ts';
import { winningSide } from '../../match/winner.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { hasScore, scoreText, statusText } from './board.tsx';
import { Named } from '../layout/crest.tsx';
import type { CrestOf } from './page.ts';
import type { PublicWords } from './public-words.ts';
import { When } from './when.tsx';
import { LongList } from '../layout/pieces.tsx';

export type ListedMatch = {
  readonly id: number;
  readonly path: string;
  /** As a public page names juniors. */
  readonly state: BoardState;
  readonly board: Board | undefined;
  readonly isOneHalf?: boolean;
  /** ms since 1970; null without a date. */
  readonly kickOff: number | null;
  /** IANA time zone of the tournament. */
  readonly zone: string;
  /** Null in a knockout round. */
  readonly group: string | null;
  /** Its number, or the name of a knockout round. */
  readonly round: number | string | null;
};

type Props = { readonly matches: readonly ListedMatch[]; readonly words: PublicWords; readonly crestOf: CrestOf };

/**
 * Puts the known rounds in their order, in the places that they have among the others, which are in the order of time: a match that has
 * no time yet would come before or after all others.
 */
function inOrder(rounds: readonly string[], lang: Language): readonly string[] {
  const names = ROUND_NAMES.map((round) => placeLanguages[lang].rounds[round]);
  const known = names.filter((name) => rounds.includes(name));
  return rounds.map((name) => (names.includes(name) ? (known.shift() ?? name) : name));
}

/** A column for each knockout round. */
export function Bracket({ matches, words, crestOf }: Props) {
  const knockout = matches.filter(({ group, round }) => group === null && typeof round === 'string');
  const rounds = inOrder([...new Set(knockout.map(({ round }) => String(round)))], words.lang);
  if (rounds.length === 0) return null;
  const hasCrests = knockout.some(({ board }) => SIDES.some((side) => crestOf(board?.[side]) !== null));
  return (
    <section>
      <h2 id="bracket-title">{words.texts.bracket}</h2>
      <div class="bracket" role="region" aria-labelledby="bracket-title" tabIndex={0}>
        {rounds.map((name) => (
          <div key={name} data-key={name}>
            <h3>{name}</h3>
            <ul>
              {knockout
                .filter(({ round }) => round === name)
                .map(({ id, path, board, isOneHalf }) => (
                  <li key={id} data-key={id}>
                    {SIDES.map((side) => (
                      <Line key={side} board={board} side={side} crestOf={crestOf} hasCrests={hasCrests} />
                    ))}
                    {board !== undefined && (
                      <a
                        href={path}
                        aria-label={`${matchStatusLabel(board, words.screen, isOneHalf)}: ${titleOf(board)}`}
                      >
                        {matchStatusLabel(board, words.screen, isOneHalf)}
                      </a>
                    )}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

type LineProps = Pick<Props, 'crestOf'> & {
  readonly board: Board | undefined;
  readonly side: Side;
  readonly hasCrests: boolean;
};

function Line({ board, side, crestOf, hasCrests }: LineProps) {
  if (board === undefined) return null;
  const { score } = board;
  const kicks = side === 'home' ? score.home_penalties : score.away_penalties;
  return (
    <span class={winningSide(board) === side ? 'line won' : 'line'}>
      <span>
        <Named path={crestOf(board[side])} name={board[side]?.name ?? ''} keepsPlace={hasCrests} />
      </span>
      <span>
        {score[side] ?? ''}
        {hasShootout(board) && ` (${kicks ?? 0})`}
      </span>
    </span>
  );
}

const titleOf = (board: Board | undefined): string => (board ? `${board.home.name} – ${board.away?.name ?? ''}` : '');

export function Fixtures({ matches, words, crestOf, now }: Props & { readonly now: number }) {
  if (matches.length === 0) return <p class="small">{words.texts.nothingNext}</p>;
  return (
    <section aria-labelledby="fixtures-title">
      <h2 id="fixtures-title">{words.texts.fixtures}</h2>
      <ul class="list matches">
        <LongList
          of={matches}
          entry={({ id, path, board, kickOff, zone, group, round }) => (
            <li data-key={id}>
              <a href={path}>
                <Named path={crestOf(board?.home)} name={board?.home.name ?? ''} after=" –" />{' '}
                <Named path={crestOf(board?.away)} name={board?.away?.name ?? ''} />
              </a>
              <span class="small">
                {kickOff === null ? words.texts.noDate : <When at={kickOff} lang={words.lang} zone={zone} />}
                {group !== null && ` · ${words.texts.group(group)}`}
                {typeof round === 'string' && ` · ${round}`}
              </span>
              {board !== undefined && <Result board={board} words={words} now={now} />}
            </li>
          )}
        />
      </ul>
    </section>
  );
}

function Result({ board, words, now }: { readonly board: Board; readonly words: PublicWords; readonly now: number }) {
  if (board.status === 'scheduled' && !hasScore(board)) return null;
  const minute = showsClock(board) ? minuteAt(board.clock, now) : undefined;
  return (
    <span class="end">
      {minute === undefined ? (
        <span class="small">{statusText(board, words.screen)}</span>
      ) : (
        <b dir="ltr">{shownMinute(minute)}</b>
      )}{' '}
      {hasScore(board) && <b>{scoreText(board)}</b>}
    </span>
  );
}
