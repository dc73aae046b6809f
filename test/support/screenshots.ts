// Makes the pictures of docs/screenshots/, and from three of them those of the first page: `npm run screenshots`, or
// `npm run screenshots -- NAME` for those whose name begins so. A page for the documents needs an entry in `pictures`.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { BoardEvent } from '../../protocol/wire/board.ts';
import type { Language } from '../../src/browser/shared/language.ts';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { launchBrowser } from './browser.ts';
import { consolePictures } from './console-pictures.ts';
import { openTestGateway, type TestGateway } from './gateway.ts';
import { homePictures } from './home-pictures.ts';
import { openPageServer, type PageServer } from './page-server.ts';
import { shownFacts } from './shown-facts.ts';
import { shownBoard, shownMatch, shownState } from './shown-state.ts';
import { sitePictures } from './site-pictures.ts';

/** The servers and the browser that pictures are taken with. */
export type Stage = {
  readonly page: Page;
  /** Screens and overlays of given states. */
  readonly server: PageServer;
  /** A real gateway with the world as its data; opened at the first use. */
  readonly gateway: () => Promise<TestGateway>;
};
export type Picture = {
  /** The file, without `.png`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The language of the browser; default: English. */
  readonly language?: Language;
  /** Brings the page to the state of the picture. */
  readonly show: (stage: Stage) => Promise<void>;
};

const CHANNEL = 'match:701';

/** A screen of one of the shown states. */
const screen = (name: string, state: string, [width, height]: readonly [number, number], query = ''): Picture => ({
  name,
  width,
  height,
  show: ({ page, server }) => openScreen(page, server, state, query),
});
async function openScreen(page: Page, server: PageServer, state: string, query: string): Promise<void> {
  server.put(CHANNEL, shownState(state));
  server.putFacts(CHANNEL, shownFacts()[state] ?? {});
  await page.goto(`${server.screen(CHANNEL)}?token=good${query}`);
  await page.waitForSelector('.board, .list');
}

/** The show for a goal. */
async function celebrate({ page, server }: Stage): Promise<void> {
  await openScreen(page, server, 'statistics after the match', '');
  const board = shownBoard('statistics after the match');
  const event: BoardEvent = {
    type: 'Goal',
    at: new Date().toISOString(),
    minute: '90+3',
    team: 'home',
    player: { name: 'Ana Silva' },
    own_goal: false,
  };
  const matches = { '701': { ...board, score: { home: 3, away: 1 }, events: { goal: event } } };
  server.change(CHANNEL, { ...shownMatch('statistics after the match'), matches }, [
    { action: 'recorded', marker_id: 'goal', type: 'Goal' },
  ]);
  await page.getByTestId('goal-animation').waitFor();
}

const WIDE = [960, 540] as const;
const pictures: readonly Picture[] = [
  screen('screen-live', 'added time', WIDE),
  screen('screen-line-ups', 'line-ups', WIDE),
  screen('screen-formation', 'a formation', WIDE),
  screen('screen-fixtures', 'a tournament of groups before it begins', [720, 405]),
  screen('screen-shootout', 'a shootout', WIDE, '&lang=pt'),
  screen('screen-full-time', 'statistics after the match', WIDE, '&theme=light'),
  screen('screen-high-contrast', 'added time', WIDE, '&theme=high-contrast'),
  screen('screen-tournament', 'a tournament', WIDE),
  screen('screen-strip', 'added time', [1280, 128]),
  screen('screen-upright', 'first half, long names', [400, 720]),
  { name: 'screen-goal', width: 960, height: 540, show: celebrate },
  ...sitePictures,
  screen('screen-german', 'statistics after the match', WIDE, '&lang=de'),
  screen('screen-arabic', 'added time', [880, 495], '&lang=ar'),
  ...consolePictures,
];

/** The largest size of a picture, bytes. */
const SIZE_MAX = 150_000;

const wanted = pictures.filter(({ name }) => name.startsWith(process.argv[2] ?? ''));
if (wanted.length === 0) throw new Error(`No picture begins with "${process.argv[2]}".`);
const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
const server = await openPageServer();
let opened: Promise<TestGateway> | undefined;
const gateway = (): Promise<TestGateway> =>
  (opened ??= ensureBuilt().then((built) => openTestGateway({ pages: path.join(built, 'pages') })));
try {
  for (const { name, width, height, language = 'en', show } of wanted) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce', locale: language });
    await show({ page, server, gateway });
    // Text is fitted, and images are drawn, between two frames.
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode()));
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    const file = path.join(folder, `${name}.png`);
    await writeFile(file, await page.screenshot());
    await page.close();
    const { size } = await stat(file);
    process.stdout.write(`${name}.png ${Math.round(size / 1_024)} KB\n`);
    if (size > SIZE_MAX) throw new Error(`${name}.png has ${size} bytes; ${SIZE_MAX} is the most: make it smaller.`);
  }
  await homePictures(browser, folder, new Set(wanted.map(({ name }) => name)));
} finally {
  await browser.close();
  await server.stop();
  await opened?.then((one) => one.close());
}
