// The texts of an overlay that other pages do not share: mostly forms short enough for a scorebug.
import { wordsOf } from '../shared/languages.ts';
import type { Words } from '../shared/words.ts';

type Own = {
  /** Shown in place of the clock. */
  readonly halfTime: string;
  readonly fullTime: string;
  readonly extraTime: string;
  readonly assist: string;
  readonly penaltyGoal: string;
  readonly penaltyMissed: string;
  readonly group: string;
  readonly yellowCards: string;
  readonly redCards: string;
};

const own: Readonly<Record<string, Own>> = {
  en: {
    halfTime: 'HT',
    fullTime: 'FT',
    extraTime: 'ET',
    assist: 'Assist',
    penaltyGoal: 'Penalty goal',
    penaltyMissed: 'Penalty missed',
    group: 'Group',
    yellowCards: 'Yellow cards',
    redCards: 'Red cards',
  },
  pt: {
    halfTime: 'INT',
    fullTime: 'FIM',
    extraTime: 'PROL',
    assist: 'Assistência',
    penaltyGoal: 'Golo de penálti',
    penaltyMissed: 'Penálti falhado',
    group: 'Grupo',
    yellowCards: 'Cartões amarelos',
    redCards: 'Cartões vermelhos',
  },
  es: {
    halfTime: 'DESC',
    fullTime: 'FINAL',
    extraTime: 'PRÓR',
    assist: 'Asistencia',
    penaltyGoal: 'Gol de penalti',
    penaltyMissed: 'Penalti fallado',
    group: 'Grupo',
    yellowCards: 'Tarjetas amarillas',
    redCards: 'Tarjetas rojas',
  },
  fr: {
    halfTime: 'MT',
    fullTime: 'FIN',
    extraTime: 'PROL',
    assist: 'Passe',
    penaltyGoal: 'But sur penalty',
    penaltyMissed: 'Penalty manqué',
    group: 'Groupe',
    yellowCards: 'Cartons jaunes',
    redCards: 'Cartons rouges',
  },
  de: {
    halfTime: 'HZ',
    fullTime: 'ENDE',
    extraTime: 'VERL',
    assist: 'Vorlage',
    penaltyGoal: 'Elfmetertor',
    penaltyMissed: 'Elfmeter verschossen',
    group: 'Gruppe',
    yellowCards: 'Gelbe Karten',
    redCards: 'Rote Karten',
  },
};
const english = own['en'] as Own;

export type OverlayWords = Words & Own;

/** The words of a language such as `pt` or `pt-BR`; English when there is no translation. */
export function overlayWords(language: string): OverlayWords {
  const code = language.slice(0, 2).toLowerCase();
  return { ...wordsOf(language), ...(Object.hasOwn(own, code) ? own[code] : english) } as OverlayWords;
}
