// Draws a series as SVG: both axes logarithmic, so that a power is a straight line. Bars show the spread.
import type { Line, Series } from './series.ts';

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 70;
const RIGHT = 40;
const TOP = 40;
const BOTTOM = 60;
const LEGEND_ROW = 18;
/** Colours that people with colour blindness can tell apart (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

type Scale = { readonly ticks: readonly number[]; at(value: number): number };

/** A logarithmic axis over whole decades. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    at: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
  };
}

const number = (value: number): string =>
  Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 4 });
const round = (value: number): string => value.toFixed(1);
const text = (x: number, y: number, content: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}"${more === '' ? '' : ` ${more}`}>${content}</text>`;
const stroke = (x1: number, y1: number, x2: number, y2: number, colour: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"/>`;

function drawLine({ points }: Line, colour: string, x: Scale, y: Scale): string[] {
  const path = points.map(({ size, median }) => `${round(x.at(size))},${round(y.at(median))}`).join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(({ size, least, most }) => stroke(x.at(size), y.at(least), x.at(size), y.at(most), colour)),
    ...points.map(
      ({ size, median }) =>
        `<circle cx="${round(x.at(size))}" cy="${round(y.at(median))}" r="3.5" fill="${colour}"><title>${number(size)}: ${number(median)} ms</title></circle>`,
    ),
  ];
}

/** The series as the text of an SVG file. */
export function plot({ sizes, lines }: Series, title: string): string {
  const height = HEIGHT + lines.length * LEGEND_ROW;
  const points = lines.flatMap((line) => line.points);
  const x = scaleOf(
    points.map(({ size }) => size),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scaleOf(
    points.flatMap(({ least, most }) => [least, most]),
    HEIGHT - BOTTOM,
    TOP,
  );
  const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? '#000';
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(LEFT, 22, title, 'font-size="15" font-weight="bold"'),
    ...x.ticks.flatMap((tick) => [
      stroke(x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM, '#ddd'),
      text(x.at(tick), HEIGHT - BOTTOM + 16, number(tick), 'text-anchor="middle"'),
    ]),
    ...y.ticks.flatMap((tick) => [
      stroke(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), '#ddd'),
      text(LEFT - 6, y.at(tick) + 4, number(tick), 'text-anchor="end"'),
    ]),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 36, sizes, 'text-anchor="middle"'),
    text(16, TOP - 8, 'ms'),
    ...lines.flatMap((line, index) => drawLine(line, colourOf(index), x, y)),
    ...lines.flatMap(({ name, exponent }, index) => [
      `<rect x="${LEFT}" y="${HEIGHT + index * LEGEND_ROW - 9}" width="12" height="4" fill="${colourOf(index)}"/>`,
      text(LEFT + 20, HEIGHT + index * LEGEND_ROW - 3, `${name}: exponent ${exponent.toFixed(2)}`),
    ]),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
