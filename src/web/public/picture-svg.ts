// The picture of a page for shared links, as SVG: two teams with their score, or a name with a line below.
import { escapeHtml } from '../layout/escape-html.ts';
import { PICTURE } from './document.tsx';

export type Picture = {
  /** The small line at the top. */
  readonly top: string;
  /** One or two lines in large letters, each with its score or without. */
  readonly lines: readonly {
    readonly text: string;
    readonly score: string | null;
    /** Of the side, `#1e40af`; none for a name. */
    readonly color?: string;
  }[];
  /** The small line at the bottom. */
  readonly bottom: string;
};

const EDGE = 70;
const LARGE = 92;
const SMALL = 38;
/** Smaller letters are not readable in a preview. */
const SMALLEST = 36;
/** The mean width of a letter of the font, in its size. */
const LETTER = 0.62;

/** The size in which the text fits into the width, and the text, shortened if it fits in no size. All in pixels. */
export function fitted(text: string, width: number, size: number): { readonly text: string; readonly size: number } {
  const letters = Array.from(text);
  const fits = Math.min(size, width / (letters.length * LETTER));
  if (fits >= SMALLEST) return { text, size: Math.floor(fits) };
  const kept = Math.floor(width / (SMALLEST * LETTER)) - 1;
  return { text: `${letters.slice(0, kept).join('').trimEnd()}…`, size: SMALLEST };
}

/** The colour of a side, beside its name. */
const BAR = { width: 16, height: 84, gap: 26 };
const barAt = (y: number, color: string): string =>
  `<rect x="${EDGE}" y="${y - 75}" width="${BAR.width}" height="${BAR.height}" rx="4" fill="${escapeHtml(color)}" stroke="#ffffff" stroke-opacity="0.35"/>`;

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly size: number };
type Look = { readonly fill: string; readonly anchor?: 'start' | 'end' };

function textAt(text: string, { x, y, width, size }: Place, { fill, anchor = 'start' }: Look): string {
  const shown = fitted(printable(text), width, size);
  return `<text x="${x}" y="${y}" font-size="${shown.size}" fill="${fill}" text-anchor="${anchor}">${escapeHtml(shown.text)}</text>`;
}

// XML allows no control characters, not even escaped.
const control = /[\x00-\x1f\x7f]+/g;
const printable = (text: string): string => text.replace(control, ' ');

/** The picture, `PICTURE.width` × `PICTURE.height` px. Long texts are drawn smaller, then cut. */
export function pictureSvg({ top, lines, bottom }: Picture): string {
  const { width, height } = PICTURE;
  const inner = width - 2 * EDGE;
  const first = lines.length > 1 ? 280 : 340;
  const rows = lines.flatMap(({ text, score, color }, index) => {
    const y = first + index * 140;
    const indent = color === undefined ? 0 : BAR.width + BAR.gap;
    const name = { x: EDGE + indent, y, width: inner - indent - (score === null ? 0 : 220), size: LARGE };
    return [
      ...(color === undefined ? [] : [barAt(y, color)]),
      textAt(text, name, { fill: '#ffffff' }),
      ...(score === null
        ? []
        : [textAt(score, { x: width - EDGE, y, width: 200, size: 120 }, { fill: '#facc15', anchor: 'end' })]),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans Condensed" font-weight="700">`,
    `<rect width="${width}" height="${height}" fill="#0b1220"/>`,
    `<rect width="${width}" height="14" fill="#15803d"/>`,
    textAt(top, { x: EDGE, y: 120, width: inner, size: SMALL }, { fill: '#9fb0c6' }),
    ...rows,
    textAt(bottom, { x: EDGE, y: height - 60, width: inner - 240, size: SMALL }, { fill: '#9fb0c6' }),
    textAt(
      'Touchline',
      { x: width - EDGE, y: height - 60, width: 220, size: SMALL },
      { fill: '#ffffff', anchor: 'end' },
    ),
    '</svg>',
  ].join('');
}
