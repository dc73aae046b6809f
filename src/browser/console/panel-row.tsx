// The row that brings a panel on air, such as the line-ups, and takes it off.
import type { PanelKind } from '../../../protocol/wire/air.ts';
import { PANEL_KEYS, PANELS } from './air-keys.ts';
import { AirRow } from './air-row.tsx';
import { airWords as words } from './console-words.ts';

type PanelRowProps = {
  readonly shown: PanelKind | undefined;
  readonly hasData: (kind: PanelKind) => boolean;
  readonly onToggle: (kind: PanelKind) => void;
};

export const PanelRow = ({ shown, hasData, onToggle }: PanelRowProps) => (
  <AirRow title={words.panels}>
    {PANELS.map((kind) => (
      <button
        key={kind}
        data-panel={kind}
        class="air-big"
        aria-pressed={shown === kind}
        disabled={!hasData(kind)}
        onClick={() => onToggle(kind)}
      >
        {words.panel[kind]} <kbd>{PANEL_KEYS[kind]}</kbd>
        {!hasData(kind) && <small>{words.noData}</small>}
      </button>
    ))}
  </AirRow>
);
