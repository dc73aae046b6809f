// The element on other sites, in a page that is written here: when it looks, and what it keeps.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EmbeddedScore } from '../../../src/browser/embed/score.ts';

type Element = { connectedCallback(): void; disconnectedCallback(): void };

const POLL_S = 10;
const SCORE: EmbeddedScore = {
  lang: 'en',
  dir: 'ltr',
  title: 'A v B',
  url: 'https://scores.example.org/matches/701',
  pollSeconds: POLL_S,
  boards: [{ home: 'A', score: '2–1', away: 'B', penalties: null, status: '2nd half', isLive: true, clock: null }],
};

let element: Element;
/** What the element draws. */
let drawn: unknown[];
let looks: number;
let answer: () => Response;
const scored = (): Response => Response.json(SCORE);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  [drawn, looks, answer] = [[], 0, scored];
  class Part {
    readonly attributes: readonly unknown[] = [];
    readonly childNodes: readonly unknown[] = [];
    readonly append = (): void => undefined;
    readonly remove = () => drawn.splice(0);
    readonly setAttribute = (): void => undefined;
    readonly getAttribute = (name: string): string | null => (name === 'channel' ? 'match:701' : null);
    readonly attachShadow = () => ({ append: (part: unknown) => drawn.push(part) });
  }
  let define: new () => Element = Part as never;
  const script = {
    src: 'https://scores.example.org/embed.js',
    dataset: { channel: 'match:701' },
    after: (made: Element) => (element = made),
  };
  vi.stubGlobal('HTMLElement', Part);
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  );
  vi.stubGlobal('customElements', {
    get: () => undefined,
    define: (_: string, made: typeof define) => (define = made),
  });
  vi.stubGlobal('document', {
    currentScript: script,
    hidden: false,
    createElement: (name: string) => (name === 'touchline-score' ? new define() : new Part()),
  });
  vi.stubGlobal('fetch', () => {
    looks += 1;
    return Promise.resolve(answer());
  });
  await import('../../../src/browser/embed/main.tsx');
  element.connectedCallback();
});
afterEach(() => {
  element.disconnectedCallback();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nextLook = (): Promise<unknown> => vi.advanceTimersByTimeAsync(POLL_S * 1_300);

test('the score stays while the server is away, and goes when the match is no longer public', async () => {
  await nextLook();
  expect(drawn).toHaveLength(1);
  for (const status of [502, 503, 429]) {
    answer = () => new Response('away', { status });
    await nextLook();
    expect(drawn, String(status)).toHaveLength(1);
  }
  answer = () => new Response('{}', { status: 404 });
  await nextLook();
  expect(drawn).toHaveLength(0);
});

test('an element that is moved while it looks goes on looking once', async () => {
  for (let time = 0; time < 5; time += 1) {
    element.disconnectedCallback();
    element.connectedCallback();
  }
  await vi.advanceTimersByTimeAsync(0);
  const before = looks;
  await nextLook();
  expect(looks - before).toBeLessThanOrEqual(2);
});
