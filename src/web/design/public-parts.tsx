// The parts of public pages: a match in the states that differ there, and the lists of clubs and tournaments.
import { SAMPLE_LIVE_FEED } from '../../browser/design/sample-feed.ts';
import { SAMPLE_FACTS, SAMPLE_NOW, SAMPLES } from '../../browser/design/samples.ts';
import type { BoardState, MatchState } from '../../../protocol/wire/board.ts';
import { Score, Shootout, Statistics, Timeline } from '../public/board.tsx';
import { Written } from '../public/document.tsx';
import { EmbedSnippet } from '../public/embed-snippet.tsx';
import { Bracket, Fixtures, type ListedMatch } from '../public/fixtures.tsx';
import { GameLine, scoreLine } from '../public/game-line.tsx';
import { CRESTS } from '../own-pictures.ts';
import type { CrestOf } from '../public/page.ts';
import { publicWords } from '../public/public-words.ts';
import { Counts, Tables } from '../public/tournament.tsx';
import { ARABIC, LONG } from './sample-visit.ts';

const words = publicWords('en');
/** Three of four teams have one. */
const crestOf: CrestOf = (team) =>
  team?.name === 'FCK' ? null : ([CRESTS.lakeside, CRESTS.northgate][(team?.name.length ?? 0) % 2] ?? null);

export const PublicParts = () => (
  <section id="public" class="public" aria-labelledby="public-title">
    <h2 id="public-title">Public pages</h2>
    {(['before', 'added', 'break', 'shootout'] as const).map((name) => {
      const { matches, ...state } = SAMPLES[name];
      // Each part of a page has ids that are made from the match's.
      const matchId = `sample-${name}`;
      const own = { ...state, matches: Object.fromEntries(Object.values(matches).map((board) => [matchId, board])) };
      const shown = { state: own, matchId, words, now: SAMPLE_NOW };
      return (
        <div key={name}>
          <Score {...shown} {...(name === 'shootout' ? {} : { crestOf })} />
          <Shootout {...shown} />
          <Timeline {...shown} />
          <Statistics {...shown} />
        </div>
      );
    })}
  </section>
);

const HOUR = 3_600_000;

/** A match with other sides. `round`: of the group stage a number, else the name of a knockout round. */
function listed(id: number, sample: MatchState, names: readonly [string, string], round: number | string): ListedMatch {
  const [board] = Object.values(sample.matches);
  const [home, away] = names;
  const own = board && { ...board, home: { name: home }, away: { name: away } };
  const state: BoardState = { ...sample, matches: own ? { [id]: own } : {} };
  return {
    id,
    state,
    board: own,
    path: `#match-${id}`,
    kickOff: SAMPLE_NOW + id * HOUR,
    zone: 'Europe/Moscow',
    round,
    group: typeof round === 'number' ? 'C' : null,
  };
}
const MATCHES: readonly ListedMatch[] = [
  listed(0, SAMPLES.live, ['France', 'FCK'], 2),
  listed(1, SAMPLES.half, ['Αθλητική Ένωσις Κωνσταντινουπόλεως', LONG], 2),
  listed(2, SAMPLES.before, [ARABIC, 'الهلال'], 3),
  listed(3, SAMPLES.postponed, ['Peru', 'Australia'], 3),
  listed(4, SAMPLES.won, ['France', LONG], 'Semi-final'),
  listed(5, SAMPLES.full, ['Croatia', ARABIC], 'Semi-final'),
  listed(6, SAMPLES.before, ['France', 'Winner of SF2'], 'Final'),
];
export const TEAMS = (SAMPLE_FACTS.tables[0]?.rows ?? []).map((row, index) => ({
  id: row.id,
  name: [row.name, ARABIC, LONG, 'FCK'][index] ?? row.name,
  club_id: null,
  club_slug: null,
  group_name: 'C',
  matches_played: row.played,
  wins: row.won,
  draws: row.drawn,
  losses: row.lost,
  points: row.points,
  goals_for: row.goals_for,
  goals_against: row.goals_against,
  goal_difference: row.goals_for - row.goals_against,
}));

export const PublicLists = () => (
  <section id="public-lists" class="public" aria-labelledby="public-lists-title">
    <h2 id="public-lists-title">Lists of public pages</h2>
    <Written text={`بطولة الخريف في الملعب القديم.\nمنذ 1999.`} />
    <div id="tables">
      <Tables teams={TEAMS} words={words} crestOf={crestOf} />
    </div>
    <Bracket matches={MATCHES} words={words} crestOf={crestOf} />
    <Fixtures matches={MATCHES} words={words} crestOf={crestOf} now={SAMPLE_NOW} />
    <div id="counts">
      <Counts
        title={words.texts.cards}
        id="sample-cards"
        head={[words.texts.player, words.texts.team, words.screen.yellowCards, words.screen.redCards]}
        rows={[
          [<a href="#player">Paul Pogba</a>, 'France', 2, 1],
          ['محمد صلاح حامد', ARABIC, 1, 0],
          ['Pierre-Emerick Emiliano François Aubameyang', LONG, 1, 0],
        ]}
      />
    </div>
    <ul class="list matches">
      {Object.values(SAMPLE_LIVE_FEED.matches)
        .slice(-2)
        .map(({ home, away, title }, index) => (
          <GameLine
            key={title}
            path="#game"
            title={title}
            at={SAMPLE_NOW - index * 26 * HOUR}
            zone="Europe/Lisbon"
            words={words}
            score={scoreLine(home.name, '2–1', away?.name ?? '')}
          />
        ))}
    </ul>
    <EmbedSnippet baseUrl="https://scores.example.org" channel="match:704" words={words} />
  </section>
);
