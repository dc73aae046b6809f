// The first page with samples: for visitors, and with the matches of a user.
import { HomePage } from '../home.tsx';
import { HOME_MATCHES } from './site-parts.tsx';
import { ARABIC, LONG, VISITOR } from './sample-visit.ts';

const OTHERS = { visitor: VISITOR, more: 0, text: '', isEmpty: false };
const [running, arabic, ...later] = HOME_MATCHES;
const TODAY = [running, arabic].flatMap((match) => match ?? []);
const CUP = { kind: 'tournament', id: 7, name: 'World Cup 2018', slug: 'world-cup-2018', role: 'organizer' } as const;
const CLUB = { kind: 'club', id: 1, slug: 'riverside-fc', role: 'owner', today: [] } as const;

export const home = () => <HomePage {...OTHERS} visitor={null} listed={[]} />;
export const homeEmpty = () => <HomePage {...OTHERS} visitor={null} listed={[]} isEmpty />;
export const homeNothing = () => <HomePage {...OTHERS} listed={[]} />;
export const homeNotFound = () => <HomePage {...OTHERS} listed={[]} text={LONG} />;

/** `status`: of its tournament in the answer of the interface. */
export const homeMatches = () => (
  <HomePage
    {...OTHERS}
    more={3}
    listed={[
      { ...CUP, status: 'active', today: TODAY, matches: later },
      { ...CLUB, name: ARABIC, matches: [] },
      { ...CLUB, id: 2, slug: 'long', name: LONG, matches: null },
    ]}
  />
);
