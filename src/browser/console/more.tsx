// Markers that are recorded less often than goals and cards.
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { Dialog } from './dialog.tsx';
import { TYPE_LABELS } from './marker-words.ts';
import { words } from './console-words.ts';

type MoreMarkersProps = {
  readonly team: string;
  readonly onPress: (type: MarkerType) => void;
  readonly onKeepers: () => void;
  readonly onClose: () => void;
};

const TYPES = ['Penalty', 'Miss', 'ChanceCreated', 'Foul', 'Defense', 'Event'] as const;

export function MoreMarkers({ team, onPress, onKeepers, onClose }: MoreMarkersProps) {
  return (
    <Dialog title={team} onClose={onClose}>
      <div class="choices">
        {TYPES.map((type) => (
          <button key={type} data-type={type} onClick={() => onPress(type)}>
            {TYPE_LABELS[type]}
          </button>
        ))}
        <button onClick={onKeepers}>{words.markers.Keeper}</button>
      </div>
    </Dialog>
  );
}
