// The band of sponsors at the foot: it takes room from the board and covers nothing.
import { useImages } from '../shared/sponsor-images.ts';
import { useTurns } from '../shared/turns.ts';
import { useSettings } from './settings.ts';

/** More would be too small to read. */
const AT_ONCE = 4;

/** Nothing where the address asks for no band, and while no image loads. */
export function Band({ now }: { now: () => number }) {
  const { sponsors, band } = useSettings();
  const [images, drop] = useImages(band ? sponsors : []);
  const { shown } = useTurns(images, AT_ONCE, now);
  if (shown.length === 0) return null;
  return (
    <footer class="band" data-testid="band">
      {shown.map((url) => (
        <img key={url} src={url} alt="" onError={() => drop(url)} />
      ))}
    </footer>
  );
}
