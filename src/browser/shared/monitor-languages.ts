// What the operator of an overlay reads, in all languages.
import type { Language } from './language.ts';
import { ar } from './lang/monitor/ar.ts';
import { de } from './lang/monitor/de.ts';
import { en } from './lang/monitor/en.ts';
import { es } from './lang/monitor/es.ts';
import { fr } from './lang/monitor/fr.ts';
import { pt } from './lang/monitor/pt.ts';
import type { MonitorWords } from './words.ts';

export const monitorLanguages: Readonly<Record<Language, MonitorWords>> = { en, pt, es, fr, de, ar };
