// Team colours, and a readable text colour for each (WCAG 2.1, "contrast ratio").
import type { Board, FeedMatch, Side } from '../../../protocol/wire/board.ts';

/** Used when a match defines no colours. Colour-blind people can tell these two apart. */
export const PLAIN_COLORS: Readonly<Record<Side, string>> = { home: '#2563eb', away: '#ea580c' };

type Rgb = readonly [red: number, green: number, blue: number];

/** `#abc` or `#aabbcc`, with or without `#` → `#aabbcc`; null when the text is not a colour. */
export function readColor(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return digits.length === 6 ? `#${digits}` : `#${digits.replace(/./g, '$&$&')}`;
}

function rgbOf(color: string): Rgb {
  const digits = (readColor(color) ?? '#808080').slice(1);
  const part = (from: number): number => Number.parseInt(digits.slice(from, from + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** Relative luminance, 0 to 1. */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const INKS = ['#ffffff', '#000000'] as const;

/** Black or white, whichever has more contrast on `color`; at least 4.5 : 1. */
export const inkOn = (color: string): string =>
  contrast(INKS[0], color) >= contrast(INKS[1], color) ? INKS[0] : INKS[1];

export type SideColors = Readonly<Record<Side, { readonly color: string; readonly ink: string }>>;

/** Colours of both sides: from the address, else from the match, else the default ones. */
export function sideColors(
  match: Pick<Board | FeedMatch, 'home' | 'away'>,
  chosen: Readonly<Partial<Record<Side, string | undefined>>> = {},
): SideColors {
  const of = (side: Side) => {
    const team = match[side];
    const own = readColor(team?.color ?? '');
    const color = chosen[side] ?? own ?? PLAIN_COLORS[side];
    return { color, ink: inkOn(color) };
  };
  return { home: of('home'), away: of('away') };
}
