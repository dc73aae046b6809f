// What only the director brings on air: a line of text at the foot.
import { useFit } from '../shared/fit-text.ts';

export function AirText({ text }: { text: string }) {
  const ref = useFit<HTMLParagraphElement>(text);
  return (
    <section class="air-text" data-testid="air-text" role="status">
      <p class="air-text-line" ref={ref} dir="auto">
        <span>{text}</span>
      </p>
    </section>
  );
}
