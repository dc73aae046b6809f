// A match on the first page: when it is, its score, and the pages that it opens.
import { Fragment } from 'preact';
import type { FeedMatch, MatchStatus } from '../../protocol/wire/board.ts';
import type { HomeOffer } from '../store/home-matches.ts';
import { matchTitle } from './layout/match-title.ts';
import { BesideTitle } from './layout/beside-title.tsx';
import { Crest } from './layout/crest.tsx';
import { Table } from './layout/table.tsx';
import type { Language } from '../browser/shared/language.ts';
import { wordsOf } from '../browser/shared/languages.ts';
import { placeNamesIn } from '../browser/shared/place-languages.ts';
import { Time } from './layout/time.tsx';
import { usePageLanguage, useWords } from './layout/words.tsx';

/** A game or match to open, with the paths of its crests. */
export type HomeMatch = HomeOffer & {
  /** Its pairings in the live channel; empty when it has none yet. */
  readonly live: readonly FeedMatch[];
};

/** A match is of today from so long before its kick-off until so long after it, ms. The server does not know the visitor's day. */
export const TODAY_MS = 12 * 3_600_000;

const isLive = ({ live }: Pick<HomeMatch, 'live'>): boolean => live.some(({ status }) => status === 'live');

/** The offer with its places and round in this language. */
function inLanguage<Of extends HomeOffer>(offer: Of, language: Language): Of {
  return {
    ...offer,
    title: matchTitle(offer, language),
    round: offer.round === null ? null : placeNamesIn(language).round(offer.round),
  };
}

/** `now`: ms since 1970. */
export const isToday = (match: HomeMatch, now: number): boolean =>
  isLive(match) || (match.at !== null && Math.abs(match.at - now) <= TODAY_MS);

/** Live matches first, then by kick-off. */
export const byTime = (matches: readonly HomeMatch[]): readonly HomeMatch[] =>
  matches.toSorted((one, other) => Number(isLive(other)) - Number(isLive(one)) || (one.at ?? 0) - (other.at ?? 0));

/** `nameOf`: the club or tournament below each title; null where the page names it already. */
export function MatchTable(props: {
  readonly caption: string;
  readonly matches: readonly HomeMatch[];
  readonly nameOf: ((match: HomeMatch) => string) | null;
}) {
  const { language, words } = usePageLanguage();
  return (
    <Table
      stacks
      caption={props.caption}
      head={words.home.columns}
      rows={props.matches
        .map((one) => inLanguage(one, language))
        .map((match) => [
          <Title key="title" match={match} name={props.nameOf?.(match) ?? null} />,
          <When key="when" {...match} />,
          <Links key="links" {...match} />,
        ])}
    />
  );
}

function Title({
  match: { title, group, round, crests },
  name,
}: {
  readonly match: HomeMatch;
  readonly name: string | null;
}) {
  const { frame } = useWords();
  const place = round ?? (group === null ? null : frame.group(group));
  const under = [name, place].filter((part) => part !== null);
  return (
    <>
      {crests.length === 0 ? (
        <bdi>{title}</bdi>
      ) : (
        <span class="named">
          {crests.map((path, index) => (
            <Crest key={index} path={path} />
          ))}
          <bdi>{title}</bdi>
        </span>
      )}
      {under.length > 0 && (
        <span class="under hint">
          {under.map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </span>
      )}
    </>
  );
}

function When(match: HomeMatch) {
  const { language, words } = usePageLanguage();
  const { at, zone, live, cancellation } = match;
  const { home } = words;
  const playing = live.filter(({ status }) => status === 'live');
  if (playing.length > 0)
    return (
      <b>
        {home.live} <BesideTitle title={match.title} score={playing.map(scoreOf).join(' · ')} />
      </b>
    );
  const over = live.filter(({ status }) => status === 'completed' || status === 'awarded');
  if (over.length > 0 && over.length === live.length)
    return (
      <>
        {home.finished} <BesideTitle title={match.title} score={over.map(scoreOf).join(' · ')} />
      </>
    );
  const off = offStatus(match);
  if (off === null) return <Time at={at} zone={zone} fallback={home.noDate} />;
  const reason = cancellation?.reason ?? null;
  return (
    <>
      <b>{wordsOf(language).statuses[off]}</b>
      {reason !== null && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
      <span class="under hint">
        <Time at={at} zone={zone} fallback={home.noDate} />
      </span>
    </>
  );
}

const OFF: readonly (MatchStatus | undefined)[] = ['cancelled', 'postponed', 'abandoned'];

/** The status of a match that is not played at its time; null for any other. An older game is not in the live channel. */
function offStatus({ live: [first, ...others], cancellation }: HomeMatch): MatchStatus | null {
  if (cancellation !== null) return 'cancelled';
  const isOff = first !== undefined && OFF.includes(first.status);
  return isOff && others.every(({ status }) => status === first.status) ? first.status : null;
}

const scoreOf = ({ score: { home, away } }: FeedMatch): string =>
  home === undefined || away === undefined ? '' : `${home}–${away}`;

function Links({ channel, path, title }: HomeMatch) {
  const words = useWords().home;
  const addresses = {
    console: `/console/${channel}`,
    screen: buildAddress('screen', channel),
    overlay: buildAddress('overlay', channel),
    page: path,
  };
  return (
    <span class="links">
      {(['console', 'screen', 'overlay', 'page'] as const).map((kind) => (
        <Fragment key={kind}>
          <a href={addresses[kind]} aria-label={words.linksOf[kind](title)}>
            {words.links[kind]}
          </a>{' '}
        </Fragment>
      ))}
    </span>
  );
}

/** The address of the form for a screen or an overlay. `more`: further parameters, as `widgets=standings`. */
export const buildAddress = (kind: 'screen' | 'overlay', channel: string, more = ''): string =>
  `/build/${kind}?channel=${encodeURIComponent(channel)}${more === '' ? '' : `&${more}`}`;
