// The slides that alternate below the score in breaks, before and after the match.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import type { FactsLineup, FactsPlayer } from '../../../protocol/rest/facts.ts';
import { useFit } from '../shared/fit-text.ts';
import { countedStatistics, type Slide } from './scene.ts';
import { useSettings } from './settings.ts';

type SlideProps = {
  readonly slide: Exclude<Slide, { kind: 'entries' }>;
  readonly board: Board;
  /** Called when the image at this address does not load. */
  readonly onBroken: (url: string) => void;
};

export function SlideView({ slide, board, onBroken }: SlideProps) {
  switch (slide.kind) {
    case 'statistics':
      return <Statistics board={board} />;
    case 'lineups':
      return (
        <div class="lineups" data-testid="lineups">
          <Lineup side="home" lineup={slide.lineups.home} />
          <Lineup side="away" lineup={slide.lineups.away} />
        </div>
      );
    case 'sponsor':
      return (
        <div class="sponsor" data-testid="sponsor">
          <img key={slide.url} src={slide.url} alt="" onError={() => onBroken(slide.url)} />
        </div>
      );
  }
}

function Statistics({ board }: { board: Board }) {
  const { words } = useSettings();
  const rows = countedStatistics(board);
  const ref = useFit<HTMLTableElement>(rows.join());
  return (
    <table class="statistics" data-testid="statistics" ref={ref} aria-label={words.statistics}>
      <tbody>
        {rows.map((key) => (
          <tr key={key}>
            <td>{board.stats.home[key]}</td>
            <th scope="row">{words.stats[key]}</th>
            <td>{board.stats.away[key]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lineup({ side, lineup }: { side: Side; lineup: FactsLineup }) {
  const { words } = useSettings();
  const all = [...lineup.starters, ...lineup.substitutes];
  const ref = useFit<HTMLDivElement>(all.map(({ name }) => name).join(), '.lineups');
  return (
    <div class={`lineup ${side}`} ref={ref}>
      <ol>
        {lineup.starters.map((player) => (
          <Player key={`${player.number ?? ''} ${player.name}`} player={player} />
        ))}
      </ol>
      {lineup.substitutes.length > 0 && (
        <p class="substitutes">
          <b>{words.substitutes}:</b>{' '}
          {lineup.substitutes.map(({ number, name }) => (number === null ? name : `${number} ${name}`)).join(', ')}
        </p>
      )}
    </div>
  );
}

function Player({ player: { number, name, captain } }: { player: FactsPlayer }) {
  const { words } = useSettings();
  return (
    <li class="player">
      {number !== null && <span class="shirt">{number}</span>}
      <bdi>
        {name}
        {captain && <small> ({words.captainShort})</small>}
      </bdi>
    </li>
  );
}
