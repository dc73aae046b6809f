// The colours and the size from the address, as variables of the style sheet. Text stays readable on any panel colour.
import { contrast, inkOn } from '../shared/colors.ts';
import type { OverlayOptions } from './options.ts';

/** Same value as in overlay.css. */
export const ACCENT = '#facc15';
export const PANEL = '#0b1120';

/** The variables by name. Without a value in the address, the style sheet's own value stays. */
export function variablesOf({ scale, accent, panel }: OverlayOptions): Readonly<Record<string, string>> {
  const ground = panel ?? PANEL;
  const ink = inkOn(ground);
  const highlight = accent ?? ACCENT;
  return {
    '--scale': String(scale),
    ...(accent === undefined ? {} : { '--accent': accent, '--accent-ink': inkOn(accent) }),
    // Minutes and points use the accent colour only where it is readable.
    '--mark': contrast(highlight, ground) >= LARGE_TEXT ? highlight : ink,
    ...(panel === undefined ? {} : panelVariables(panel, ink)),
  };
}

/** The minimum contrast of large text and of other text (WCAG 2.1, 1.4.3). */
const LARGE_TEXT = 3;
const ANY_TEXT = 4.5;

function panelVariables(panel: string, ink: string): Readonly<Record<string, string>> {
  const darker = mixed(panel, '#000000', 0.14);
  const softer = mixed(ink, panel, 0.25);
  return {
    '--panel': panel,
    '--ink': ink,
    '--deep': contrast(ink, darker) >= ANY_TEXT ? darker : panel,
    '--soft': contrast(softer, panel) >= ANY_TEXT ? softer : ink,
    '--line': mixed(panel, ink, 0.2),
  };
}

/** Mixes `share` of the second colour into the first; both are `#rrggbb`. */
function mixed(one: string, other: string, share: number): string {
  const part = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(part(one, at) * (1 - share) + part(other, at) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Sets the language, the look and the motion of the page. Uses CSSOM, because the page's security policy forbids inline styles. */
export function applyOptions(options: OverlayOptions): void {
  const { documentElement } = document;
  for (const [name, value] of Object.entries(variablesOf(options))) documentElement.style.setProperty(name, value);
  documentElement.dataset['animation'] = options.animation;
  documentElement.lang = options.lang;
}
