// The heading above the board: the crest of the theme, and the game's title or the tournament's name.
import { Fragment } from 'preact';
import { BETWEEN } from '../shared/heading.ts';
import { useFit } from '../shared/fit-text.ts';
import { useSettings } from './settings.ts';

export function Heading({ text }: { text: string }) {
  const { crest } = useSettings();
  const ref = useFit<HTMLHeadingElement>(text);
  return (
    <h1 class="heading" ref={ref}>
      <span>
        {crest !== null && (
          <img class="heading-crest" src={crest} alt="" onError={(event) => event.currentTarget.remove()} />
        )}
        {text.split(BETWEEN).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && BETWEEN}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </span>
    </h1>
  );
}
