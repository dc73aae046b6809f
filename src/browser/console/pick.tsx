// The list of matches: all that the token reaches, or the phone's stored ones without a network.
import { useEffect, useState } from 'preact/hooks';
import { useCell } from './cell.ts';
import type { Fixture } from './fixture.ts';
import type { Entry } from './outbox-entry.ts';
import { waitingCount } from './outbox.ts';
import type { Phone } from './phone.ts';
import { findFixtures, findPlaces, type Found, type Place, type Reach } from './matches.ts';

type PickMatchProps = {
  readonly phone: Phone;
  readonly onPick: (fixture: Fixture) => void;
  /** Called when the token is of no use here. */
  readonly onRefused: (why: string) => void;
  readonly onSignOut: () => void;
};

/** This many places are opened by default. */
const OPEN_PLACES = 3;

export const WRONG_KIND =
  'This token can only watch. The console needs one that may write: a club key, a tournament key, or a connected app token.';

export function PickMatch({ phone, onPick, onRefused, onSignOut }: PickMatchProps) {
  const [reach, setReach] = useState<Reach | null>(null);
  const [saved, setSaved] = useState<readonly Fixture[]>([]);
  const [tries, setTries] = useState(0);
  const entries = useCell(phone.entries);
  const isOnline = useCell(phone.isOnline);
  useEffect(() => {
    void phone.memory.recall('fixtures').then((fixtures) => setSaved(fixtures ?? []));
  }, []);
  useEffect(() => {
    let isGone = false;
    void findPlaces(phone.rest).then((found) => {
      if (isGone) return;
      if (found.kind === 'unauthorized')
        onRefused('This token is not accepted: it was mistyped, revoked or has expired.');
      else if (found.kind === 'wrong_kind') onRefused(WRONG_KIND);
      else setReach(found);
    });
    return () => {
      isGone = true;
    };
  }, [tries, isOnline]);

  const waiting = waitingCount(entries);
  return (
    <main class="pick">
      <h1>Which match?</h1>
      {waiting > 0 && (
        <p class="notice">
          {waiting} {waiting === 1 ? 'entry is' : 'entries are'} saved on this phone and go out without your doing
        </p>
      )}
      {[...refusedBy(entries)].map(([channel, count]) => (
        <p class="notice" key={channel}>
          {count} {count === 1 ? 'entry was' : 'entries were'} refused in “
          {saved.find((fixture) => fixture.channel === channel)?.title ?? channel}”: open it to mend or discard.
        </p>
      ))}
      {reach === null && <p class="quiet">Looking …</p>}
      {reach !== null && reach.kind !== 'found' && (
        <>
          <p class="notice" role="alert">
            {reach.kind === 'offline' ? 'The server cannot be reached.' : reach.message} These matches are saved on this
            phone:
          </p>
          <Fixtures fixtures={saved} onPick={onPick} />
          <button type="button" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </>
      )}
      {reach?.kind === 'found' && reach.value.length === 0 && (
        <p class="notice">
          This token reaches no club and no tournament: whoever manages one has to make you a moderator.
        </p>
      )}
      {reach?.kind === 'found' &&
        reach.value.map((place) => (
          <PlaceSection
            key={`${place.kind} ${place.slug}`}
            {...{ phone, place, onPick }}
            startsOpen={reach.value.length <= OPEN_PLACES}
          />
        ))}
      <button type="button" class="quiet-button" onClick={onSignOut}>
        Use another token
      </button>
    </main>
  );
}

/** The number of refused entries, by channel. */
function refusedBy(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, target } of entries) {
    if (status === 'refused') counts.set(target.channel, (counts.get(target.channel) ?? 0) + 1);
  }
  return counts;
}

type PlaceSectionProps = Pick<PickMatchProps, 'phone' | 'onPick'> & {
  readonly place: Place;
  readonly startsOpen: boolean;
};

function PlaceSection({ phone, place, startsOpen, onPick }: PlaceSectionProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [found, setFound] = useState<Found<readonly Fixture[]> | null>(null);
  useEffect(() => {
    if (!isOpen || found?.kind === 'found') return undefined;
    let isGone = false;
    void findFixtures(phone.rest, place).then((fixtures) => {
      if (isGone) return;
      setFound(fixtures);
      if (fixtures.kind === 'found') void phone.saveFixtures(fixtures.value);
    });
    return () => {
      isGone = true;
    };
  }, [isOpen]);
  return (
    <section class="place">
      <h2>
        <button type="button" class="place-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span dir="auto">{place.name}</span>
        </button>
      </h2>
      {isOpen && found === null && <p class="quiet">Looking …</p>}
      {isOpen && found?.kind === 'found' && <Fixtures fixtures={found.value} onPick={onPick} />}
      {isOpen && found !== null && found.kind !== 'found' && (
        <p class="fault">{found.kind === 'offline' ? 'The server cannot be reached.' : found.message}</p>
      )}
    </section>
  );
}

const STATUS_LABELS = { live: 'Live', upcoming: '', over: 'Over' } as const;

function Fixtures({ fixtures, onPick }: { fixtures: readonly Fixture[]; onPick: (fixture: Fixture) => void }) {
  if (fixtures.length === 0) return <p class="quiet">None.</p>;
  return (
    <ul class="fixtures">
      {fixtures.map((fixture) => (
        <li key={fixture.channel}>
          <button type="button" class={`fixture ${fixture.status}`} onClick={() => onPick(fixture)}>
            <span class="fixture-title" dir="auto">
              {fixture.title}
            </span>
            <span class="fixture-when">
              {[STATUS_LABELS[fixture.status], momentOf(fixture.when), fixture.where ?? '']
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const momentOf = (when: string | null): string =>
  when === null ? '' : new Date(when).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
