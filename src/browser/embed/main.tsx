// The score on other sites: <script async src="…/embed.js" data-channel="match:701"></script>. It puts one element after the
// script, draws inside that element's own tree, and touches nothing else of the page. It sends no cookie.
import { becomeLike } from '../shared/become-like.ts';
import { linkOf, statusOf } from './draw.ts';
import type { EmbeddedScore } from './score.ts';
import { style } from './style.ts';

const NAME = 'touchline-score';
/** How often the clock is drawn, ms. */
const TICK_MS = 500;
/** After a failure it looks again at this interval, ms. */
const RETRY_MS = 30_000;
/** Pages that were opened together look at different times: up to this part of the interval later. */
const SPREAD = 0.25;

class TouchlineScore extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  #shown: EmbeddedScore | null = null;
  #link: HTMLAnchorElement | null = null;
  /** The server's time minus this computer's, ms. */
  #offsetMs = 0;
  #tick: ReturnType<typeof setInterval> | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  #text = '';
  /** Counts the times that the element came into a page or left it. */
  #moves = 0;

  connectedCallback(): void {
    // A page whose policy forbids inline styles allows this one.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#tick = setInterval(() => this.#draw(), TICK_MS);
    this.#moves += 1;
    void this.#look();
  }

  disconnectedCallback(): void {
    this.#moves += 1;
    clearInterval(this.#tick);
    clearTimeout(this.#next);
  }

  async #look(): Promise<void> {
    const moves = this.#moves;
    if (!document.hidden) await this.#fetch();
    const seconds = this.#shown?.pollSeconds ?? 0;
    const wait = seconds === 0 ? RETRY_MS : seconds * 1_000 * (1 + Math.random() * SPREAD);
    // After a move meanwhile, another look goes on.
    if (moves === this.#moves) this.#next = setTimeout(() => void this.#look(), wait);
  }

  async #fetch(): Promise<void> {
    const address = new URL(`/embed/${encodeURIComponent(this.getAttribute('channel') ?? '')}`, origin);
    const lang = this.getAttribute('lang');
    if (lang !== null) address.searchParams.set('lang', lang);
    try {
      const asked = Date.now();
      const answer = await fetch(address, { credentials: 'omit', cache: 'no-cache' });
      if (answer.ok) this.#shown = (await answer.json()) as EmbeddedScore;
      // A match that is no longer public shows nothing. While the server is away, the last score stays.
      else if (answer.status < 500 && answer.status !== 429) this.#shown = null;
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (!Number.isNaN(date)) this.#offsetMs = date + 500 - (asked + Date.now()) / 2;
      this.#draw();
    } catch (error) {
      // Offline: the last score stays.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  }

  /** Draws only what has changed. */
  #draw(): void {
    const now = Date.now() + this.#offsetMs;
    const text = JSON.stringify([this.#shown, this.#shown?.boards.map((board) => statusOf(board, now))]);
    if (text === this.#text) return;
    this.#text = text;
    const next = this.#shown === null ? null : linkOf(this.#shown, now);
    if (this.#link !== null && next !== null) {
      becomeLike(this.#link, next);
      return;
    }
    this.#link?.remove();
    if (next !== null) this.#root.append(next);
    this.#link = next;
  }
}

const script = document.currentScript as HTMLScriptElement | null;
/** The service that sent this script. */
const { origin } = new URL(script?.src ?? location.href);

// The line may stand in a page several times: the element is defined once.
if (customElements.get(NAME) === undefined) customElements.define(NAME, TouchlineScore);
const { channel, lang } = script?.dataset ?? {};
if (script !== null && channel !== undefined) {
  const element = document.createElement(NAME);
  element.setAttribute('channel', channel);
  if (lang !== undefined) element.setAttribute('lang', lang);
  script.after(element);
}
