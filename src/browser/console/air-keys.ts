// The keyboard shortcuts of the director's page. The buttons show them.
import { useEffect, useRef } from 'preact/hooks';
import type { PanelKind, RehearsalKind } from '../../../protocol/wire/air.ts';
import { latinKey } from './latin-key.ts';

export const PANEL_KEYS: Readonly<Record<PanelKind, string>> = {
  lineups: 'L',
  statistics: 'S',
  standings: 'T',
  scorers: 'G',
  countdown: 'K',
  fixtures: 'N',
};
export const REHEARSAL_KEYS: Readonly<Record<RehearsalKind, string>> = { goal: 'F1', card: 'F2', substitution: 'F3' };
export const PANELS = Object.keys(PANEL_KEYS) as readonly PanelKind[];
export const REHEARSALS = Object.keys(REHEARSAL_KEYS) as readonly RehearsalKind[];
export const TEXT_KEY = 'X';
export const MINUTES_KEY = 'A';
export const BANNER_KEY = 'B';
export const REPLAY_KEY = 'R';
export const ALL_KEY = 'Esc';

/** What a key means; null for any other key. A digit announces so many minutes. */
type AirKey =
  | { readonly kind: 'panel'; readonly panel: PanelKind }
  | { readonly kind: 'rehearsal'; readonly rehearsal: RehearsalKind }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'text' | 'ask_minutes' | 'banner' | 'replay' | 'all' };

function airKey(event: KeyboardEvent): AirKey | null {
  const pressed = event.key === 'Escape' ? ALL_KEY : latinKey(event);
  const panel = PANELS.find((one) => PANEL_KEYS[one] === pressed);
  if (panel !== undefined) return { kind: 'panel', panel };
  const rehearsal = REHEARSALS.find((one) => REHEARSAL_KEYS[one] === pressed);
  if (rehearsal !== undefined) return { kind: 'rehearsal', rehearsal };
  if (pressed.length === 1 && pressed >= '1' && pressed <= '9') return { kind: 'minutes', minutes: Number(pressed) };
  switch (pressed) {
    case TEXT_KEY:
      return { kind: 'text' };
    case MINUTES_KEY:
      return { kind: 'ask_minutes' };
    case BANNER_KEY:
      return { kind: 'banner' };
    case REPLAY_KEY:
      return { kind: 'replay' };
    case ALL_KEY:
      return { kind: 'all' };
    default:
      return null;
  }
}

/** Calls `press` for each key that means something, while no field has the focus. */
export function useAirKeys(press: (key: AirKey) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
      const key = airKey(event);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
