// A name whose long words stay whole while a line has room for them. Without the boxes around them, a browser would break a word
// as soon as its first syllable fits on the line before.
import { hyphenated } from './hyphens.ts';

/** Words of `from` letters and more may break, where nothing else helps. */
export function WholeWords({ text, from = 12 }: { text: string; from?: number }) {
  const parts = text.match(/\s+|[^\s-]*-?/gu) ?? [];
  if (parts.every((part) => part.length < from)) return <>{text}</>;
  // A box has no direction of its own, so the name is isolated.
  return (
    <bdi>
      {parts.map((part, index) =>
        part.length < from ? (
          part
        ) : (
          <span class={WHOLE_WORD} key={index}>
            {hyphenated(part, from)}
          </span>
        ),
      )}
    </bdi>
  );
}

/** The class of the boxes, which the style of each page makes. A word that is wider than its box does not fit. */
export const WHOLE_WORD = 'whole-word';
