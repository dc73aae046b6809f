// The crest of the theme: beside the score and in the titles of the panels.
import type { OverlayOptions } from './options.ts';

/** Draws nothing without a crest, or when the image does not load. */
export function ThemeCrest({ options: { crest }, place }: { options: OverlayOptions; place: 'bug' | 'panel' }) {
  if (crest === null) return null;
  return (
    <span class={`${place}-crest`} data-testid={`${place}-crest`}>
      <img src={crest} alt="" onError={(event) => event.currentTarget.parentElement?.remove()} />
    </span>
  );
}
