// The running matches of a feed, one tile each. A goal comes to the front for as long as it is shown (rule PAGE-18).
import { MatchBoard } from './board.tsx';
import { Tiles } from './grid.tsx';
import type { Listed, ListedMatch } from './listed.ts';
import type { MatchShows } from './match-shows.ts';
import { ENTRIES } from './scene.ts';
import { ShowView } from './show.tsx';
import { useTurns } from '../shared/turns.ts';

/** The largest number of readable tiles. With more matches, the tiles take turns. */
const TILES_MAX = 12;

type LiveTilesProps = {
  readonly live: Listed;
  readonly showOf: MatchShows['current'];
  readonly now: () => number;
};

export function LiveTiles({ live, showOf, now }: LiveTilesProps) {
  // Also from a page that is not in view.
  const isNews = ({ id }: ListedMatch): boolean => showOf(id) !== null;
  const ordered = [...live.filter(isNews), ...live.filter((listed) => !isNews(listed))];
  const { shown: page } = useTurns(ordered, TILES_MAX, now);
  const news = ordered.filter(isNews);
  const shown = [...news, ...page.filter((listed) => !isNews(listed))].slice(0, Math.max(page.length, news.length));
  return (
    <Tiles count={shown.length}>
      {shown.map(({ id, match, stage, isOneHalf }) => (
        <div class="tile" key={id} data-match={id}>
          <MatchBoard
            board={match}
            entries={null}
            heading={stage === '' ? null : stage}
            slides={[ENTRIES]}
            kickOff={null}
            isOneHalf={isOneHalf}
            now={now}
          />
          <ShowView show={showOf(id)} match={match} />
        </div>
      ))}
    </Tiles>
  );
}
