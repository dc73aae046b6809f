// The context that gives the settings to every part of the screen.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { readSettings, type Settings } from './options.ts';

export const SettingsContext = createContext<Settings>(readSettings(''));
export const useSettings = (): Settings => useContext(SettingsContext);
