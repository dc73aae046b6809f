// The heading above the board: the game's title or the tournament's name.
import { useFit } from '../shared/fit-text.ts';

export function Heading({ text }: { text: string }) {
  const ref = useFit<HTMLHeadingElement>(text);
  return (
    <h1 class="heading" ref={ref} dir="auto">
      {text}
    </h1>
  );
}
