// The slides that alternate below the score in breaks, before and after the match.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import type { FactsFixture, FactsLineup, FactsPlayer, FactsTable } from '../../../protocol/rest/facts.ts';
import type { SideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { fixtureWhen } from '../shared/fixture-when.ts';
import { timeLeft } from '../shared/kick-off.ts';
import { NumberedNames } from '../shared/numbered-names.tsx';
import { Pitch } from '../shared/pitch.tsx';
import { type NameRule, nameRule } from '../shared/player-names.ts';
import { SIDES } from '../shared/side.ts';
import { StandingsCells, StandingsHead } from '../shared/standings-cells.tsx';
import { useMinutes, useTick } from '../shared/tick.ts';
import { WholeWords } from '../shared/whole-words.tsx';
import { countedStatistics, type Slide } from './scene.ts';
import { useSettings } from './settings.ts';

type SlideProps = {
  readonly slide: Exclude<Slide, { kind: 'entries' }>;
  readonly board: Board;
  readonly colors: SideColors;
  /** Called when the image at this address does not load. */
  readonly onBroken: (url: string) => void;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

export function SlideView({ slide, board, colors, onBroken, now }: SlideProps) {
  const { words } = useSettings();
  switch (slide.kind) {
    case 'statistics':
      return <Statistics board={board} />;
    case 'table':
      return <Table table={slide.table} board={board} />;
    case 'lineups': {
      const { home, away } = slide.lineups;
      const nameOf = nameRule(
        [home, away].flatMap(({ starters, substitutes }) => [...starters, ...substitutes].map(({ name }) => name)),
      );
      return (
        <div class="lineups" data-testid="lineups">
          <Lineup side="home" lineup={home} nameOf={nameOf} />
          <Lineup side="away" lineup={away} nameOf={nameOf} />
        </div>
      );
    }
    case 'formation':
      return (
        <div class="formation">
          <Pitch
            label={words.lineups}
            captain={words.captainShort}
            teams={SIDES.map((side) => ({ side, lineup: slide.lineups[side], colors: colors[side] }))}
          />
        </div>
      );
    case 'countdown':
      return <Countdown kickOff={slide.kickOff} now={now} />;
    case 'fixtures':
      return <Fixtures next={slide.next} now={now} />;
    case 'sponsor':
      return (
        <div class="sponsor" data-testid="sponsor">
          <img key={slide.url} src={slide.url} alt="" onError={() => onBroken(slide.url)} />
        </div>
      );
  }
}

function Countdown({ kickOff, now }: { readonly kickOff: number } & Pick<SlideProps, 'now'>) {
  const { words } = useSettings();
  const left = useTick(() => Math.ceil((kickOff - now()) / 1_000));
  const text = left > 0 ? timeLeft(left) : '';
  const ref = useFit<HTMLParagraphElement>(text.replaceAll(/\d/g, '0'));
  return (
    <div class="countdown">
      <p class="countdown-label">{left > 0 ? words.kickOffIn : words.kickOffSoon}</p>
      {left > 0 && (
        <p class="countdown-time" role="timer" data-testid="countdown" ref={ref}>
          {text}
        </p>
      )}
    </div>
  );
}

type FixturesProps = { readonly next: readonly FactsFixture[] } & Pick<SlideProps, 'now'>;

/** The next matches of the tournament or the club. */
function Fixtures({ next, now }: FixturesProps) {
  const { words, lang } = useSettings();
  useMinutes(now);
  const ref = useFit<HTMLOListElement>(JSON.stringify(next));
  return (
    <ol class="fixtures" data-testid="fixtures" aria-label={words.nextMatches} ref={ref}>
      {next.map((fixture) => {
        const { time, about } = fixtureWhen(fixture, now(), lang, words);
        return (
          <li class="fixture" key={`${fixture.kick_off} ${fixture.home}`}>
            <span class="fixture-when">
              <b>{time}</b>
              <small>{about}</small>
            </span>
            <bdi class="home">{fixture.home}</bdi>
            <span class="versus">{words.versus}</span>
            <bdi>{fixture.away}</bdi>
          </li>
        );
      })}
    </ol>
  );
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
            <th scope="row">
              {words.stats[key]}
              <Bars home={board.stats.home[key]} away={board.stats.away[key]} />
            </th>
            <td>{board.stats.away[key]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Two bars that grow from the middle; the longer one has the full length of its half. */
function Bars({ home, away }: { home: number; away: number }) {
  const most = Math.max(home, away);
  return (
    <span class="bars" aria-hidden="true">
      <i class="bar home" style={{ '--share': home / most }} />
      <i class="bar away" style={{ '--share': away / most }} />
    </span>
  );
}

/** The group's table, with the two teams of the match marked. */
function Table({ table: { group, rows }, board }: { table: FactsTable; board: Board }) {
  const { words } = useSettings();
  const ref = useFit<HTMLDivElement>(JSON.stringify(rows));
  const playing: readonly unknown[] = [board.home, board.away].map((team) => team && 'id' in team && team.id);
  return (
    <div class="standings" data-testid="standings" ref={ref}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="place" aria-label="#" />
            <th scope="col" class="who">{`${words.group} ${group}`}</th>
            <StandingsHead columns={words.columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id} class={playing.includes(row.id) ? 'marked' : ''}>
              <td class="place">{index + 1}</td>
              <th scope="row" class="who">
                <bdi>{row.name}</bdi>
              </th>
              <StandingsCells row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A line-up is drawn smaller, down to this, before a long name in it is broken: the others stay readable. */
const WHOLE_MIN = 0.76;

function Lineup({ side, lineup, nameOf }: { side: Side; lineup: FactsLineup; nameOf: NameRule }) {
  const { words } = useSettings();
  const all = [...lineup.starters, ...lineup.substitutes];
  const ref = useFit<HTMLDivElement>(all.map(({ name }) => name).join(), '.lineups', WHOLE_MIN);
  return (
    <div class={`lineup ${side}`} ref={ref}>
      <ol>
        {lineup.starters.map((player) => (
          <Player key={`${player.number ?? ''} ${player.name}`} player={player} nameOf={nameOf} />
        ))}
      </ol>
      {lineup.substitutes.length > 0 && (
        <p class="substitutes">
          <b>{words.substitutes}:</b> <NumberedNames players={lineup.substitutes} between=", " nameOf={nameOf} />
        </p>
      )}
    </div>
  );
}

/** A shorter word has room in a column. */
const BREAKABLE = 10;

function Player({ player: { number, name, captain }, nameOf }: { player: FactsPlayer; nameOf: NameRule }) {
  const { words } = useSettings();
  return (
    <li class="player">
      {number !== null && <span class="shirt">{number}</span>}
      <bdi>
        <WholeWords text={nameOf(name)} from={BREAKABLE} />
        {captain && <small> ({words.captainShort})</small>}
      </bdi>
    </li>
  );
}
