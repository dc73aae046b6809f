// The context that gives the settings to every part of the screen.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { directionOf } from '../shared/language.ts';
import { readSettings, type Settings } from './options.ts';

export const SettingsContext = createContext<Settings>(readSettings(''));
export const useSettings = (): Settings => useContext(SettingsContext);

/** Sets language, direction and theme of the page. */
export function applySettings({ lang, theme }: Settings): void {
  const root = document.documentElement;
  root.lang = lang;
  root.dir = directionOf(lang);
  root.dataset['theme'] = theme;
}
