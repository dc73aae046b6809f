// The texts of the pages that the server makes, in all languages.
import { ar as arManage } from './lang/manage/ar.ts';
import { de as deManage } from './lang/manage/de.ts';
import { en as enManage } from './lang/manage/en.ts';
import { es as esManage } from './lang/manage/es.ts';
import { fr as frManage } from './lang/manage/fr.ts';
import { pt as ptManage } from './lang/manage/pt.ts';
import { ar } from './lang/pages/ar.ts';
import { de } from './lang/pages/de.ts';
import { en } from './lang/pages/en.ts';
import { es } from './lang/pages/es.ts';
import { fr } from './lang/pages/fr.ts';
import { pt } from './lang/pages/pt.ts';
import { ar as arSquad } from './lang/squad/ar.ts';
import { ar as arStaff } from './lang/staff/ar.ts';
import { de as deSquad } from './lang/squad/de.ts';
import { de as deStaff } from './lang/staff/de.ts';
import { en as enSquad } from './lang/squad/en.ts';
import { en as enStaff } from './lang/staff/en.ts';
import { es as esSquad } from './lang/squad/es.ts';
import { es as esStaff } from './lang/staff/es.ts';
import { fr as frSquad } from './lang/squad/fr.ts';
import { fr as frStaff } from './lang/staff/fr.ts';
import { pt as ptSquad } from './lang/squad/pt.ts';
import { pt as ptStaff } from './lang/staff/pt.ts';
import type { Language } from './language.ts';
import type { PageWords } from './words.ts';

export const pageLanguages: Readonly<Record<Language, PageWords>> = {
  en: { ...en, ...enManage, ...enStaff, ...enSquad },
  pt: { ...pt, ...ptManage, ...ptStaff, ...ptSquad },
  es: { ...es, ...esManage, ...esStaff, ...esSquad },
  fr: { ...fr, ...frManage, ...frStaff, ...frSquad },
  de: { ...de, ...deManage, ...deStaff, ...deSquad },
  ar: { ...ar, ...arManage, ...arStaff, ...arSquad },
};
