// The colour of shirts, from the palette. A stored colour that the palette does not have stays as a choice.
import { TEAM_COLORS } from '../../store/fixtures.ts';
import { useWords } from '../layout/words.tsx';

type ColorChoiceProps = {
  readonly name: string;
  readonly label: string;
  /** '' without one. */
  readonly color: string;
  /** The text of the choice of no colour; null where there must be one. */
  readonly none?: string | null;
};

export function ColorChoice({ name, label, color, none = null }: ColorChoiceProps) {
  const { teams: words } = useWords().games;
  const named = TEAM_COLORS.map((value, index): readonly [string, string] => [value, words.colors[index] ?? value]);
  const isKnown = named.some(([value]) => value === color.toLowerCase());
  const offered = isKnown || color === '' ? named : [...named, [color, words.ownColor] as const];
  return (
    <div class="colors" role="radiogroup" aria-label={label}>
      {none !== null && (
        <label title={none}>
          <input type="radio" name={name} value="" aria-label={none} checked={color === ''} />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 4 20 20M20 4 4 20" stroke="currentColor" stroke-width="2" />
          </svg>
        </label>
      )}
      {offered.map(([value, text]) => (
        <label key={value} title={text}>
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={text}
            checked={value.toLowerCase() === color.toLowerCase()}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="11" fill={value} />
          </svg>
        </label>
      ))}
    </div>
  );
}
