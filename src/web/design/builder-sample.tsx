// The page of a builder with samples for `/design`: with wrong entries, and with an address that was made.
import type { BuildKind, FieldValues } from '../../browser/builder/fields.ts';
import { SAMPLES } from '../../browser/design/samples.ts';
import { BuildPage } from '../build/page.tsx';

const WRONG: Readonly<Record<string, readonly string[]>> = {
  widgets: ['scorebug', 'lineup', 'stats'],
  home_color: ['zzz'],
  scale: ['9'],
  group: ['C'.repeat(41)],
  theme_name: ['Sunday!'],
};
const CHOSEN: Readonly<Record<string, readonly string[]>> = { theme: ['sunday'], home_color: ['1e3a8a'], delay: ['8'] };

const THEMES = [
  { name: 'sunday', settings: { theme: 'light', font: 'inter', home_color: '1e3a8a' } },
  { name: 'cup-final-under-the-lights-2018', settings: { style: 'pill', accent: 'be123c', panel: '0f172a' } },
];
const CRESTS = [{ key: 'team-1', name: 'France' }];

/** `made`: with an address. */
type Entries = 'none' | 'wrong' | 'made';
type SampleProps = { readonly kind: BuildKind; readonly entries: Entries };

const VALUES: Readonly<Record<Entries, Readonly<Record<string, readonly string[]>>>> = {
  none: {},
  wrong: WRONG,
  made: CHOSEN,
};

export function BuilderSample({ kind, entries }: SampleProps) {
  const given: FieldValues = (name) => VALUES[entries][name] ?? [];
  const isMade = entries === 'made';
  const visitor = { name: 'Ana Silva', csrf: '' };
  return (
    <BuildPage
      kind={kind}
      given={given}
      visit={{ visitor, csrf: '' }}
      channel="match:704"
      title={SAMPLES.live.title}
      made={isMade ? { token: 'view_0123456789abcdef', name: 'Stand B' } : null}
      moment={isMade ? 'live' : 'goal'}
      themes={THEMES}
      crests={CRESTS}
      owner="World Cup 2018"
      note={isMade ? 'The theme "sunday" is saved.' : null}
      themeProblem={entries === 'wrong' ? 'Small letters, digits and hyphens.' : null}
      origin="https://scores.example.org"
      script={undefined}
      previewed={`/design/${kind}?state=live&widgets=scorebug&scale=1.5`}
    />
  );
}
