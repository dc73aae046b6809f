// The sponsor bug: one image at a time.
import { useImages } from '../shared/sponsor-images.ts';
import { useTurns } from '../shared/turns.ts';

/** Draws nothing while no image loads. */
export function Sponsor({ sponsors, now }: { sponsors: readonly string[]; now: () => number }) {
  const [images, drop] = useImages(sponsors);
  const [shown] = useTurns(images, 1, now).shown;
  if (shown === undefined) return null;
  return (
    <section class="sponsor" data-testid="sponsor">
      <img key={shown} src={shown} alt="" onError={() => drop(shown)} />
    </section>
  );
}
