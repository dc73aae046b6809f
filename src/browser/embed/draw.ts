// What the element on other sites draws.
import { shownClock } from '../../../protocol/wire/clock.ts';
import { hyphenated } from '../shared/hyphens.ts';
import type { EmbeddedBoard, EmbeddedScore } from './score.ts';

/** A link to the page of the match, in the direction of its own language, whatever the page around it has. */
export function linkOf({ url, title, boards, lang, dir }: EmbeddedScore, now: number): HTMLAnchorElement {
  const link = document.createElement('a');
  Object.assign(link, { lang, dir });
  link.href = url;
  link.title = title;
  for (const board of boards) {
    const sides = part('div', 'sides');
    sides.append(
      part('span', 'home', hyphenated(board.home)),
      part('span', 'score', board.score),
      part('span', 'away', hyphenated(board.away)),
    );
    const all = part('div', 'match');
    all.append(sides, part('div', board.isLive ? 'status live' : 'status', statusOf(board, now)));
    if (board.penalties !== null) all.append(part('div', 'status', board.penalties));
    link.append(all);
  }
  return link;
}

/** As `2nd half 71:21`. The clock is isolated: beside Arabic words `45:00 +1:20` would change its order. */
export const statusOf = ({ status, clock }: EmbeddedBoard, now: number): string =>
  clock === null ? status : `${status} \u2066${shownClock(clock, now).text}\u2069`;

function part(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
