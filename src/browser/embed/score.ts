// What the element on other sites shows of a game or match: made by the server (web/public/embed.ts), drawn by the element.
import type { Clock } from '../../../protocol/wire/board.ts';

export type EmbeddedBoard = {
  readonly home: string;
  readonly away: string;
  /** As `2–1`; `–` before the first score. */
  readonly score: string;
  /** The shootout in words; null without one. */
  readonly penalties: string | null;
  /** As `2nd half`. */
  readonly status: string;
  readonly isLive: boolean;
  /** Null where no clock runs. */
  readonly clock: Clock | null;
};

export type EmbeddedScore = {
  /** Of the texts. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  /** The whole address of the match's page. */
  readonly url: string;
  readonly boards: readonly EmbeddedBoard[];
  /** Seconds until the next look; 0: the score does not change by itself. */
  readonly pollSeconds: number;
};
