// The director's page with a sample: `air=text` and `show=goal` say what is on air, `silent` and `fault` what went wrong.
import type { Director } from '../console/air-director.ts';
import { Desk } from '../console/air.tsx';
import { airWords } from '../console/console-words.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { airedOf, sampleShow } from '../design/sample-air.ts';
import { SAMPLE_FACTS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { observable } from '../shared/observable.ts';
import { openShowQueue, type Shown } from '../shared/shows.ts';

const nothing = (): void => undefined;

export function DirectorSample() {
  const { search } = location;
  const query = new URLSearchParams(search);
  const state = query.get('state') === 'none' ? null : sampleOf(search);
  const isOut = query.has('fault');
  const show = state && sampleShow(search, state, '704');
  const director: Director = {
    view: observable({
      state,
      facts: query.has('bare') ? NO_FACTS : SAMPLE_FACTS,
      rejection: isOut ? { reason: 'expired', message: 'The token expired.', hint: null } : null,
    }),
    problem: observable<string | null>(isOut ? airWords.unreachable : null),
    banners: {
      ...openShowQueue({ holdMs: 0, wants: () => false }),
      current: observable<Shown | null>(show && { show, isLeaving: false }),
    },
    aired: observable(airedOf(search)),
    now: () => SAMPLE_NOW,
    silentMs: () => (query.has('silent') ? 20_000 : 0),
    change: nothing,
    close: nothing,
  };
  return <Desk director={director} channel="match:704" onSignIn={nothing} />;
}
