// The themes in a builder: the part of the form that saves the look as one, and the list of those that are saved.
import type { BuildKind } from '../../browser/builder/fields.ts';
import { THEME_NAME_MAX, type Theme } from '../../browser/shared/theme.ts';
import { THEMES_MAX } from '../../store/themes.ts';
import { type Confirmation, ConfirmationPage } from '../layout/confirmation.tsx';
import { Button, Field } from '../layout/form.tsx';
import { PageProblem } from '../layout/page-problem.ts';
import { Table } from '../layout/table.tsx';
import { useWords } from '../layout/words.tsx';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { Visit } from '../site.ts';
import { Part } from './part.tsx';
import { FORM_ID } from './stage.tsx';

/** `problem`: with the name that was sent; null: nothing. */
export function SaveTheme({ name, problem }: { readonly name: string; readonly problem: string | null }) {
  const { themes: words } = useWords();
  return (
    <Part name="theme" title={words.save} isOpen={name !== '' || problem !== null}>
      <p class="hint">{words.about}</p>
      <Field
        name="theme_name"
        label={words.name}
        hint={words.nameHint}
        problem={problem}
        input={{
          value: name,
          autocomplete: 'off',
          maxLength: THEME_NAME_MAX,
          dir: 'ltr',
          autocapitalize: 'none',
          spellcheck: false,
        }}
      />
      <div class="actions">
        <Button kind="quiet" name="save_theme" value="1">
          {words.save}
        </Button>
      </div>
    </Part>
  );
}

type ListProps = {
  readonly kind: BuildKind;
  readonly channel: string;
  /** Of the club or tournament. */
  readonly owner: string;
  readonly themes: readonly Theme[];
};

/** For the staff of the club or tournament. */
export function SavedThemes({ kind, channel, owner, themes }: ListProps) {
  const { themes: words, frame } = useWords();
  return (
    <section class="themes" aria-labelledby="themes">
      <h2 id="themes">{words.title(owner)}</h2>
      <Table
        stacks
        caption={words.count(themes.length, THEMES_MAX)}
        head={words.columns}
        rows={themes.map(({ name, settings }) => [
          <bdi>{name}</bdi>,
          <SettingsText settings={settings} />,
          <div class="actions">
            <ThemeButton action="use_theme" name={name} label={words.useOf(name)} text={words.use} />
            <ThemeButton action="change_theme" name={name} label={words.changeOf(name)} text={words.change} />
            <a
              class="button quiet"
              href={`${builderAddress(kind, channel)}&ask=delete_theme&name=${name}`}
              aria-label={words.confirm.title(name)}
            >
              {frame.delete}
            </a>
          </div>,
        ])}
      />
    </section>
  );
}

const SettingsText = ({ settings }: Pick<Theme, 'settings'>) => (
  <code dir="ltr">
    {Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}
  </code>
);

type ThemeButtonProps = {
  readonly action: 'use_theme' | 'change_theme';
  readonly name: string;
  /** For screen readers. */
  readonly label: string;
  readonly text: string;
};

/** It sends the form of the builder, so that its other fields and the token stay. */
const ThemeButton = ({ action, name, label, text }: ThemeButtonProps) => (
  <button type="submit" form={FORM_ID} name={action} value={name} class="quiet" aria-label={label}>
    {text}
  </button>
);

/** The path of a builder, with its channel. */
export const builderAddress = (kind: BuildKind, channel: string): string =>
  `/build/${kind}?channel=${encodeURIComponent(channel)}`;

type Asked = Pick<Confirmation, 'address'> & {
  readonly visit: Visit<SignInSession>;
  readonly themes: readonly Theme[];
};

/** The question before a theme is deleted (`?ask=delete_theme&name=…`). Throws Problem 404. */
export function deleteThemePage({ visit, themes, address }: Asked) {
  const { confirm, gone } = visit.words.themes;
  const name = visit.query.get('name') ?? '';
  if (!themes.some((theme) => theme.name === name)) throw new PageProblem(404, gone);
  return (
    <ConfirmationPage
      title={confirm.title(name)}
      consequences={[confirm.outcome]}
      button={confirm.yes}
      visitor={visit.visitor}
      address={address}
      fields={{ delete_theme: name }}
    />
  );
}
