// The list of matches: all that the token reaches, or the phone's stored ones without a network.
import { useEffect, useState } from 'preact/hooks';
import { isOwnTime, momentIn } from '../shared/kick-off.ts';
import { useObservable } from '../shared/observable.ts';
import { FaultLine } from './fault-line.tsx';
import type { Fixture } from './fixture.ts';
import { nameText } from './name-text.tsx';
import type { OutboxEntry } from './outbox-entry.ts';
import { waitingCount } from './outbox.ts';
import type { Phone } from './phone.ts';
import { findFixtures, findResources, type Result, type Resource, type ResourcesResult } from './matches.ts';
import { Languages } from './languages.tsx';
import { OtherPhone } from './other-phone.tsx';
import { statusWords, words } from './console-words.ts';

type PickMatchProps = {
  readonly phone: Phone;
  readonly onPick: (fixture: Fixture) => void;
  /** Called when the token is of no use here. */
  readonly onRefused: (why: string) => void;
  readonly onSignOut: () => void;
};

/** Up to this many clubs and tournaments are open by default. */
const OPEN_RESOURCES = 3;

export const INVALID_TOKEN = words.invalidToken;
export const WRONG_KIND = words.wrongKind;

export function PickMatch({ phone, onPick, onRefused, onSignOut }: PickMatchProps) {
  const [resources, setResources] = useState<ResourcesResult | null>(null);
  /** Whether the token is of a person, who may also be staff on the pages. */
  const [isOfPerson, setOfPerson] = useState(false);
  const [saved, setSaved] = useState<readonly Fixture[]>([]);
  const [attempt, setAttempt] = useState(0);
  const entries = useObservable(phone.entries);
  const isOnline = useObservable(phone.isOnline);
  const token = useObservable(phone.token);
  useEffect(() => {
    void phone.store.get('fixtures').then((fixtures) => setSaved(fixtures ?? []));
  }, []);
  useEffect(() => {
    let isUnmounted = false;
    async function find(): Promise<void> {
      const found = await findResources(phone.rest, await phone.store.get('token_kind'), phone.learnTokenKind);
      if (isUnmounted) return;
      if (found.kind === 'unauthorized') onRefused(INVALID_TOKEN);
      else if (found.kind === 'wrong_kind') onRefused(WRONG_KIND);
      else {
        setOfPerson((await phone.store.get('token_kind')) === 'account');
        setResources(found);
      }
    }
    void find();
    return () => {
      isUnmounted = true;
    };
  }, [attempt, isOnline]);

  const waiting = waitingCount(entries);
  return (
    <main class="pick">
      <h1 tabIndex={-1}>{words.chooseMatch}</h1>
      {waiting > 0 && <p class="notice">{words.waitToSend(waiting)}</p>}
      {[...refusedByChannel(entries)].map(([channel, count]) => (
        <p class="notice" key={channel}>
          {words.refusedIn(saved.find((fixture) => fixture.channel === channel)?.title ?? channel)(count)}
        </p>
      ))}
      {resources === null && <p class="quiet">{words.loading}</p>}
      {resources !== null && resources.kind !== 'found' && (
        <>
          <p class="notice" role="alert">
            {resources.kind === 'offline' ? words.unreachable : resources.message} {words.savedMatches}
          </p>
          <Fixtures fixtures={saved} onPick={onPick} />
          <button onClick={() => setAttempt(attempt + 1)}>{words.tryAgain}</button>
        </>
      )}
      {resources?.kind === 'found' && resources.value.length === 0 && <p class="notice">{words.reachesNothing}</p>}
      {resources?.kind === 'found' &&
        resources.value.map((resource) => (
          <ResourceSection
            key={`${resource.kind} ${resource.slug}`}
            phone={phone}
            resource={resource}
            onPick={onPick}
            isOfPerson={isOfPerson}
            startsOpen={resources.value.length <= OPEN_RESOURCES}
          />
        ))}
      {token !== null && <OtherPhone phone={phone} token={token} channel={null} />}
      <button onClick={onSignOut}>{words.otherToken}</button>
      <Languages />
    </main>
  );
}

function refusedByChannel(entries: readonly OutboxEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, target } of entries) {
    if (status === 'refused') counts.set(target.channel, (counts.get(target.channel) ?? 0) + 1);
  }
  return counts;
}

type ResourceSectionProps = Pick<PickMatchProps, 'phone' | 'onPick'> & {
  readonly resource: Resource;
  readonly startsOpen: boolean;
  readonly isOfPerson: boolean;
};

function ResourceSection({ phone, resource, startsOpen, isOfPerson, onPick }: ResourceSectionProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [found, setFound] = useState<Result<readonly Fixture[]> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isOpen || found?.kind === 'found') return undefined;
    let isGone = false;
    void findFixtures(phone.rest, resource).then((fixtures) => {
      if (isGone) return;
      setFound(fixtures);
      if (fixtures.kind === 'found') void phone.saveFixtures(fixtures.value);
    });
    return () => {
      isGone = true;
    };
  }, [isOpen, attempt]);
  return (
    <section class="resource">
      <h2>
        <button class="resource-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <bdi>{nameText(resource.name)}</bdi>
        </button>
      </h2>
      {isOpen && isOfPerson && resource.kind === 'club' && (
        <a class="link-button" href={`/manage/clubs/${encodeURIComponent(resource.slug)}/games/new`}>
          {words.newGame}
        </a>
      )}
      {isOpen && found === null && <p class="quiet">{words.loading}</p>}
      {isOpen && found?.kind === 'found' && <Fixtures fixtures={found.value} onPick={onPick} />}
      {isOpen && found !== null && found.kind !== 'found' && (
        <>
          <FaultLine text={found.kind === 'offline' ? words.unreachable : found.message} />
          <button
            onClick={() => {
              setFound(null);
              setAttempt(attempt + 1);
            }}
          >
            {words.tryAgain}
          </button>
        </>
      )}
    </section>
  );
}

const STATUS_LABELS = { live: statusWords.live, upcoming: '', over: words.finished } as const;

export function Fixtures({ fixtures, onPick }: { fixtures: readonly Fixture[]; onPick: (fixture: Fixture) => void }) {
  if (fixtures.length === 0) return <p class="quiet">{words.noMatches}</p>;
  return (
    <ul class="fixtures">
      {fixtures.map((fixture) => (
        <li key={fixture.channel}>
          <button class={`fixture ${fixture.status}`} onClick={() => onPick(fixture)}>
            <bdi class="fixture-title">{nameText(fixture.title)}</bdi>
            <span class="fixture-when">
              {[STATUS_LABELS[fixture.status], momentOf(fixture), fixture.where ?? '']
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** In the zone of the place, and on this phone where that differs. */
function momentOf({ when, zone }: Fixture): string {
  if (when === null) return '';
  const at = Date.parse(when);
  const own = new Date(at).toLocaleString(words.locale, { dateStyle: 'medium', timeStyle: 'short' });
  if (!zone || isOwnTime(at, zone)) return own;
  return `${momentIn(at, words.locale ?? navigator.language, zone)} (${words.yourTime(own)})`;
}
