// The element of other sites with samples for `/design`.
import { linkOf } from '../embed/draw.ts';
import type { EmbeddedBoard, EmbeddedScore } from '../embed/score.ts';
import { style } from '../embed/style.ts';
import { SAMPLE_NOW, SAMPLES } from '../design/samples.ts';
import './styles.css';

const board = (more: Partial<EmbeddedBoard>): EmbeddedBoard => ({
  home: 'France',
  away: 'Croatia',
  score: '4–2',
  penalties: null,
  status: 'Full time',
  isLive: false,
  clock: null,
  ...more,
});
const clock = SAMPLES.live.matches['704']?.clock ?? null;

const BOARDS: readonly (readonly EmbeddedBoard[])[] = [
  [board({ status: '2nd half', isLive: true, clock })],
  [board({ score: '–', status: 'Not started' })],
  [board({ score: '1–1', penalties: '4–2 on penalties' })],
  [board({ home: 'Borussia Verein für Leibesübungen 1900', away: 'Αθλητική Ένωσις Κωνσταντινουπόλεως' })],
  [board({ home: 'FCK', away: 'النادي الأهلي' }), board({ home: 'Reds', away: 'Bibs', score: '12–10' })],
];
const ARABIC = board({
  home: 'النادي الأهلي',
  away: 'الهلال',
  score: '2–1',
  status: 'الشوط الثاني',
  isLive: true,
  clock,
});

const root = document.getElementById('embed');
for (const [index, boards] of [...BOARDS, [ARABIC]].entries()) {
  const isArabic = index === BOARDS.length;
  const score: EmbeddedScore = {
    lang: isArabic ? 'ar' : 'en',
    dir: isArabic ? 'rtl' : 'ltr',
    title: 'France vs Croatia',
    url: '#match',
    boards,
    pollSeconds: 0,
  };
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  // Pictures of it are compared on machines with other faces of their own.
  sheet.replaceSync(style.replaceAll('system-ui', 'var(--text-face)'));
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(linkOf(score, SAMPLE_NOW));
  root?.append(host);
}
