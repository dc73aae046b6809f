// The pictures of a timeline. The words beside them say the same.
import type { TimelineEntry } from './timeline.ts';

export const Icon = ({ of }: { readonly of: NonNullable<TimelineEntry['icon']> }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    {shapeOf(of)}
  </svg>
);

function shapeOf(of: NonNullable<TimelineEntry['icon']>) {
  switch (of) {
    case 'goal':
      return (
        <>
          <circle class="ball" cx="10" cy="10" r="8.5" />
          <circle class="spot" cx="10" cy="10" r="2.6" />
        </>
      );
    case 'yellow':
      return <rect class="yellow" x="4" y="1.5" width="12" height="17" rx="2" />;
    case 'red':
      return <rect class="red" x="4" y="1.5" width="12" height="17" rx="2" />;
    case 'second_yellow':
      return (
        <>
          <rect class="yellow" x="2" y="1.5" width="11" height="15" rx="2" />
          <rect class="red" x="7" y="4" width="11" height="15" rx="2" />
        </>
      );
    case 'substitution':
      return (
        <>
          <path class="in" d="M6 2l5 8H1z" />
          <path class="out" d="M14 18l5-8H9z" />
        </>
      );
  }
}
